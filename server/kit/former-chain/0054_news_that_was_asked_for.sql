-- 0054_news_that_was_asked_for.sql: what a person has just done is confirmed at once, in their quiet hours too: they are
-- awake, and look for it. What others did to their booking waits until morning, as it did.
alter table news add column asked boolean not null default false;
