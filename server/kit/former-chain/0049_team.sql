-- Who works at the clinic, and who is invited to (docs/decisions/0061).
create table staff_invitation (
  id           uuid primary key,
  name         text not null,
  email        text not null,
  role         text not null check (role in ('clinician', 'clinical-manager', 'clinician-and-clinical-manager')),
  -- Made with the invitation, and gone with one that nobody took up.
  clinician_id uuid references clinician on delete set null,
  -- Of somebody who works here already and begins anew.
  staff_id     uuid references staff,
  -- Digest of the link's secret.
  secret_hash  bytea not null unique,
  -- Sealed with a key outside the database. Whoever has joined has it as their own.
  totp_secret  bytea,
  -- Null: made on the clinic's own machine, for its first manager.
  invited_by   uuid references staff,
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null default clock_timestamp() + interval '3 days',
  ended_at     timestamptz,
  ended_as     text check (ended_as in ('accepted', 'withdrawn', 'replaced')),
  check (expires_at > created_at),
  check ((ended_at is null) = (ended_as is null)),
  check ((ended_at is null) = (totp_secret is not null)),
  check (role = 'clinical-manager' or invited_by is not null),
  check (staff_id is null or invited_by is not null)
);
create unique index one_live_invitation_an_email on staff_invitation (lower(email)) where ended_at is null;
-- Patients are offered whom a member of staff stands behind.
create index staff_of_clinician on staff (clinician_id) where clinician_id is not null;

-- Five acts more in the sealed audit than there are; only to let somebody begin anew needs words.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  plain constant text := '''invite-staff''::text, ''withdraw-invitation''::text, ''join-team''::text, ''change-clinician''::text, ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(def, 'ARRAY[', 'ARRAY[' || plain || '''renew-staff''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' ' || replace(def, 'ARRAY[', 'ARRAY[' || plain);
end $$;
