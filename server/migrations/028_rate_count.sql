-- The period of a rate limit begins with its first use instead of at a full minute or hour: nobody gets twice the limit
-- around the change of periods, and the end that an answer reports is exact (docs/decisions/0211).
drop table rate_window;
create table rate_count (
  -- Of the limit and of a keyed hash of whom it limits.
  key        text primary key,
  started_at timestamptz not null,
  ends_at    timestamptz not null check (ends_at > started_at),
  count      integer not null default 1
);
create index on rate_count (ends_at);
