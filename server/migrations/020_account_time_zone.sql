-- IANA name of the zone that the account holder's device reported last; null until an app reported one. Messages to the
-- account give times in it, and quiet hours are on its clock.
alter table account add column time_zone text check (char_length(time_zone) <= 60);
update account a set time_zone = c.time_zone from news_choice c where c.account_id = a.id;
alter table news_choice drop column time_zone;
