-- IANA name of the zone that the account holder's device reported last; null until an app reported one. Messages to the
-- account give times in it, and quiet hours are on its clock. `news_choice.time_zone` is what the version before this one still
-- writes beside it; nothing reads it any more, and a later version drops it.
alter table account add column time_zone text check (char_length(time_zone) <= 60);
update account a set time_zone = c.time_zone from news_choice c where c.account_id = a.id;
