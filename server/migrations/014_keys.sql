-- Keys that are replaced while the product serves (docs/keys.md).

-- What must be kept of a replaced key of APP_SECRET, encrypted with the current one: the keys that were derived from it for
-- values that nobody can make again.
create table retained_key (
  purpose text not null check (purpose in ('audit', 'recovery-code')),
  key_id  text not null,
  wrapped bytea not null,
  primary key (purpose, key_id)
);

-- Keys under which everything is encrypted, since this moment.
create table key_rotation (
  key_id      text primary key,
  finished_at timestamptz not null default clock_timestamp()
);
