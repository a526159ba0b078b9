-- Files of a consultation. The bytes lie outside the database, encrypted, under a name that says nothing (`file`).
create table consultation_document (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  -- Whose it is: what the patient sent about symptoms, or what the clinician gave.
  side            text not null check (side in ('patient', 'clinician')),
  -- The quota: a place a file. Files that come at the same moment cannot both have the last one.
  place           smallint not null check (place between 1 and 20),
  account_id      uuid references account,
  staff_id        uuid references staff,
  -- The same upload sent twice is one document; `upload_hash` is of the bytes as they came.
  upload_key      uuid not null,
  upload_hash     bytea not null check (octet_length(upload_hash) = 32),
  file            uuid not null unique,
  type            text not null check (type in ('image/jpeg', 'application/pdf')),
  size            integer not null check (size > 0),
  hash            bytea not null check (octet_length(hash) = 32),
  name            text not null check (char_length(name) <= 100),
  -- Waits for the scanner, which is away, and is served to nobody.
  is_waiting      boolean not null default false,
  hidden_at       timestamptz,
  hidden_by       uuid references staff,
  created_at      timestamptz not null default clock_timestamp(),
  unique (consultation_id, side, place),
  unique (consultation_id, side, upload_key),
  check ((side = 'patient') = (account_id is not null)),
  check ((side = 'clinician') = (staff_id is not null)),
  check ((hidden_at is null) = (hidden_by is null))
);
create index waiting_documents on consultation_document (created_at) where (is_waiting);

-- Who opened or hid a file of a patient is recorded like what is done to people.
do $$
declare
  of_act     text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_act_check');
  of_subject text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_subject_kind_check');
begin
  alter table audit drop constraint audit_act_check, drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_act_check '
    || replace(of_act, 'ARRAY[', 'ARRAY[''hide-document''::text, ');
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(of_subject, 'ARRAY[', 'ARRAY[''document''::text, ');
end $$;
