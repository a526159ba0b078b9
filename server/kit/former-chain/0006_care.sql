-- Consultations. The actions are the record (decisions §7); `status` is their current meaning, moved by compare-and-set.
create table consultation (
  id             uuid primary key default gen_random_uuid(),
  encounter_uuid uuid not null unique default gen_random_uuid(),
  order_id       uuid unique references care_order,
  patient_id     uuid not null references patient,
  product_id     text not null,
  product_slug   text not null,
  product_name   text not null,
  type           text not null check (type in ('scheduled', 'on-demand', 'medical-update')),
  status         text not null check (status in ('PENDING', 'QUEUED', 'ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR',
                                                 'CANCELLING', 'CANCELLED', 'EXPIRED')),
  contact_method text not null check (contact_method in ('phone', 'video')),
  -- The clinician booked, or the one who holds an on-demand consultation.
  clinician_id   uuid references clinician,
  held_by        uuid references staff,
  claim_id       uuid references slot_claim,
  starts_at      timestamptz,
  ends_at        timestamptz,
  queued_at      timestamptz,
  symptoms       jsonb not null default '[]',
  summary        text,
  draft          text not null default '',
  draft_version  integer not null default 0,
  created_at     timestamptz not null default now(),
  changed_at     timestamptz not null default now(),
  check ((type = 'scheduled') = (starts_at is not null)),
  check ((status in ('ACTIVE', 'CLOSING')) <= (held_by is not null)),
  check ((status = 'QUEUED') <= (held_by is null)),
  check ((type = 'on-demand' and status in ('QUEUED', 'ACTIVE')) <= (queued_at is not null))
);
create index consultations_of_clinician on consultation (clinician_id) where (status in ('QUEUED', 'ACTIVE', 'CLOSING'));
create index consultations_of_patient on consultation (patient_id, created_at desc);
create index consultation_queue on consultation (queued_at) where (status in ('QUEUED', 'ACTIVE', 'CLOSING'));
-- Decisions §5: one active on-demand consultation a patient.
create unique index one_waiting_on_demand on consultation (patient_id)
  where (type = 'on-demand' and status in ('PENDING', 'QUEUED', 'ACTIVE'));

create table consultation_action (
  id              bigint generated always as identity primary key,
  consultation_id uuid not null references consultation,
  type            text not null,
  role            text not null check (role in ('PATIENT', 'CLINICIAN', 'CLINICIAN_AND_CLINICAL_MANAGER', 'SYSTEM')),
  staff_id        uuid references staff,
  at              timestamptz not null default clock_timestamp()
);
create index actions_of_consultation on consultation_action (consultation_id, id);
-- How long a consultation takes, from the latest ones: what a waiting patient is told.
create index latest_closings on consultation_action (at) where (type = 'CLOSED');

-- Signed notes are never changed or deleted; an amendment is another row.
create table note (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  author_id       uuid not null references staff,
  text            text not null check (char_length(text) between 1 and 20000),
  signed_at       timestamptz not null default now()
);
create index notes_of_consultation on note (consultation_id, signed_at);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger note_is_append_only before update or delete on note for each row execute function refuse_change();
create trigger action_is_append_only before update or delete on consultation_action
  for each row execute function refuse_change();

-- Opens the call's WebSocket once, for one person in one role of one call (`call_action_id`: its STARTED action).
create table call_ticket (
  hash            bytea primary key,
  consultation_id uuid not null references consultation,
  call_action_id  bigint not null references consultation_action,
  role            text not null check (role in ('patient', 'clinician')),
  subject_id      uuid not null,
  session_id      uuid not null references session,
  expires_at      timestamptz not null,
  used_at         timestamptz
);
create index tickets_of_consultation on call_ticket (consultation_id);

-- Who came into the call that is on, whichever process holds the socket. Gone when the call is over.
create table call_seat (
  consultation_id uuid not null references consultation,
  role            text not null check (role in ('patient', 'clinician')),
  call_action_id  bigint not null references consultation_action,
  -- Null while the line is lost or nobody came.
  socket_id       uuid,
  joined_at       timestamptz,
  -- The signal with which this socket came: who comes later reads from there.
  came_as         bigint,
  declined_at     timestamptz,
  seen_at         timestamptz not null default clock_timestamp(),
  primary key (consultation_id, role),
  check (socket_id is null or joined_at is not null)
);

-- Signals wait here for the other side, in order; a notification carries only the consultation. Gone with the call.
create table call_signal (
  id              bigint generated always as identity primary key,
  consultation_id uuid not null references consultation,
  from_role       text not null check (from_role in ('patient', 'clinician')),
  body            text not null
);
create index signals_of_consultation on call_signal (consultation_id, id);
