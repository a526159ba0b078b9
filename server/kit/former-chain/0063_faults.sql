-- What broke, for the managers of a place that tells no server of errors (docs/decisions/0079): one row a fault, however
-- often it comes. Nothing of anybody is in it, by the allow-list of server/kit/faults/fault.ts.
create table fault (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{32}$'),
  program     text not null check (program in ('api', 'worker', 'app', 'desk')),
  name        text not null check (char_length(name) between 1 and 64),
  code        text check (char_length(code) <= 40),
  -- Pattern of the route, name of the screen or of the job.
  route       text check (char_length(route) <= 121),
  method      text check (char_length(method) <= 7),
  job         text check (char_length(job) <= 40),
  status      integer check (status between 100 and 599),
  -- Of the last time.
  release     text not null check (char_length(release) <= 64),
  trace_id    text check (trace_id ~ '^[0-9a-f]{32}$'),
  handled     boolean not null,
  frames      jsonb not null check (pg_column_size(frames) <= 8000),
  times       bigint not null default 1 check (times > 0),
  first_at    timestamptz not null default clock_timestamp(),
  last_at     timestamptz not null default clock_timestamp(),
  -- A manager has seen to it; when it comes again this is over.
  done_at     timestamptz,
  done_by     uuid references staff,
  check (num_nulls(done_at, done_by) in (0, 2))
);
create index faults_by_last on fault (last_at desc, fingerprint);
