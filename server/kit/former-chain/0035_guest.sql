-- A third person in a video call, by a link (docs/decisions/0050).
create table call_guest (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  kind            text not null check (kind in ('companion', 'interpreter')),
  name            text not null check (char_length(name) between 1 and 60),
  invited_by      text not null check (invited_by in ('patient', 'clinician')),
  staff_id        uuid references staff,
  -- Digest of the link's secret, and of the key of the page that is in by it.
  secret_hash     bytea not null unique,
  page_hash       bytea,
  -- How the guest wants to be shown.
  shown_name      text check (char_length(shown_name) between 1 and 60),
  invited_at      timestamptz not null default clock_timestamp(),
  -- The account that said yes for the patient. Without it the link opens nothing.
  consented_by    uuid references account,
  consented_at    timestamptz,
  joined_at       timestamptz,
  -- Null while they are in the call.
  left_at         timestamptz,
  ended_by        text check (ended_by in ('patient', 'clinician')),
  ended_at        timestamptz,
  check ((invited_by = 'clinician') = (staff_id is not null)),
  check ((consented_at is null) = (consented_by is null)),
  check (invited_by = 'clinician' or consented_at is not null),
  check ((ended_at is null) = (ended_by is null)),
  check (joined_at is null or consented_at is not null),
  check (left_at is null or joined_at is not null)
);
create unique index one_standing_guest on call_guest (consultation_id) where ended_at is null;
create index guests_of_consultation on call_guest (consultation_id, invited_at);

-- A leg joins two people of a call. A guest has no session: the invitation stands in its place.
alter table call_ticket
  add column leg text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  add column guest_id uuid references call_guest,
  alter column session_id drop not null,
  drop constraint call_ticket_role_check,
  add constraint call_ticket_role_check check (role in ('patient', 'clinician', 'guest')),
  add check ((leg = 'main') = (guest_id is null)),
  add check ((role = 'guest') = (session_id is null)),
  add check (role = 'guest' or leg = 'main' or leg = role || '-guest'),
  add check (role <> 'guest' or leg <> 'main');
alter table call_seat
  add column leg text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  drop constraint call_seat_role_check,
  add constraint call_seat_role_check check (role in ('patient', 'clinician', 'guest')),
  drop constraint call_seat_pkey,
  add primary key (consultation_id, leg, role);
alter table call_signal
  add column leg text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  drop constraint call_signal_from_role_check,
  add constraint call_signal_from_role_check check (from_role in ('patient', 'clinician', 'guest'));

-- Two acts more in the sealed audit than there are; neither needs words.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check '
    || replace(def, 'ARRAY[', 'ARRAY[''invite-guest''::text, ''remove-guest''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''invite-guest''::text, ''remove-guest''::text, ');
end $$;
