-- By which ways a piece of news will never be taken: the vendor or the mail server said so. It goes on by the next one.
alter table news add column refused text[] not null default '{}';
