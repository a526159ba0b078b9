-- Consultations, their calls and call guests.

-- The append-only actions are the record (product 7.1); `status` is the state that they imply, changed by
-- compare-and-set.
create table consultation (
  id                uuid primary key default gen_random_uuid(),
  encounter_uuid    uuid not null default gen_random_uuid() unique,
  order_id          uuid unique references care_order,
  patient_id        uuid not null references patient,
  product_id        text not null,
  product_slug      text not null,
  product_name      text not null,
  type              text not null check (type in ('scheduled', 'on-demand', 'medical-update')),
  status            text not null check (status in (
    'PENDING', 'QUEUED', 'ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLING', 'CANCELLED', 'EXPIRED')),
  contact_method    text not null check (contact_method in ('phone', 'video')),
  -- The booked clinician, or the one who has picked up an on-demand consultation.
  clinician_id      uuid references clinician,
  held_by           uuid references staff,
  -- Who transferred it to its present clinician, and why. Cleared when it returns to the queue.
  transferred_by    uuid references staff,
  transfer_reason   text check (transfer_reason in ('SHIFT_ENDS', 'OTHER_EXPERTISE', 'LANGUAGE', 'TECHNICAL', 'OTHER')),
  slot_hold_id          uuid references slot_hold,
  starts_at         timestamptz,
  ends_at           timestamptz,
  -- The start that the patient confirmed; another start is unconfirmed.
  confirmed_start   timestamptz,
  queued_at         timestamptz,
  symptoms          jsonb not null default '[]',
  -- An answer may mean an emergency: the server marks such answers when the order is created (`withUrgent`), and their
  -- patient goes first in the queue.
  is_urgent         boolean not null generated always as (jsonb_path_exists(symptoms, '$[*].urgent')) stored,
  summary           text,
  draft             text not null default '',
  -- The private note while it is written; it shares the version of the draft.
  private_draft     text not null default '',
  draft_version     integer not null default 0,
  -- When a patient who missed the call reported back.
  here_at           timestamptz,
  -- When a waiting patient left the app and asked for a notification, when it was sent, and the expected time of the
  -- call that it
  -- gave.
  away_at           timestamptz,
  notified_at           timestamptz,
  promised_by       timestamptz,
  -- A patient who was not reached is skipped until then, so that others are called meanwhile.
  deferred_until       timestamptz,
  -- Found by a scheduled job: the start that passed without a clinician, and since when the clinician who has the
  -- consultation is away or no longer allowed to work.
  late_for          timestamptz,
  left_at           timestamptz,
  -- The patient's choice when the clinic is late for a booked start (decision 0088): wait, or see another clinician.
  -- Valid for that start only.
  late_choice       text check (late_choice in ('WAIT', 'ANOTHER')),
  late_choice_for   timestamptz,
  -- The start that the clinic cannot keep and for which it offered other times (decision 0088). Valid for that start
  -- only.
  times_offered_for timestamptz,
  -- For patients who still wait on demand when their product closes (decision 0089): since when, when it opens again, and
  -- until when they keep the first place if they chose to. A scheduled job writes the first two, so that every list
  -- agrees.
  after_hours_since timestamptz,
  reopens_at        timestamptz,
  kept_until        timestamptz,
  -- SEQUENCE of the calendar file (RFC 5545, 3.8.7.4): a calendar ignores a file unless it has a higher one. A trigger
  -- raises it with every change of the event, whichever code makes it.
  calendar_sequence integer not null default 0,
  -- How the consultation ended, and why the last call failed (docs/decisions/0051).
  closed_for        text check (closed_for in ('completed', 'patient-left', 'in-person', 'emergency', 'technical-failure')),
  failed_for        text check (failed_for in ('NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION')),
  created_at        timestamptz not null default now(),
  changed_at        timestamptz not null default now(),
  constraint scheduled_has_a_start check ((type = 'scheduled') = (starts_at is not null)),
  constraint in_care_of_somebody check ((status in ('ACTIVE', 'CLOSING')) <= (held_by is not null)),
  constraint queued_is_of_nobody check ((status = 'QUEUED') <= (held_by is null)),
  constraint on_demand_waits_since check ((type = 'on-demand' and status in ('QUEUED', 'ACTIVE')) <= (queued_at is not
    null)),
  constraint here_while_queued check (here_at is null or status = 'QUEUED'),
  constraint notified_who_is_away check (notified_at is null or away_at is not null),
  constraint transferred_for_a_reason check ((transferred_by is null) = (transfer_reason is null)),
  constraint queued_was_transferred_by_nobody check (transferred_by is null or status <> 'QUEUED'),
  constraint transferred_by_another check (transferred_by <> held_by),
  constraint error_is_technical_failure check (closed_for is null or (status = 'CLOSED_WITH_ERROR') = (closed_for =
    'technical-failure')),
  constraint closed_for_once_closed check (closed_for is null or status in ('CLOSED', 'CLOSED_WITH_ERROR')),
  constraint late_choice_of_one_start check ((late_choice is null) = (late_choice_for is null)),
  constraint only_who_waits_on_demand_waits_after_hours check (type = 'on-demand' or (after_hours_since is null and
    kept_until is null)),
  constraint only_booked_hours_are_offered_others check (times_offered_for is null or type = 'scheduled')
);
create index consultations_of_clinician on consultation (clinician_id) where (status in ('QUEUED', 'ACTIVE', 'CLOSING'));
create index consultations_of_patient on consultation (patient_id, created_at desc);
create index consultation_queue on consultation (queued_at) where (status in ('QUEUED', 'ACTIVE', 'CLOSING'));
-- One active on-demand consultation for each patient (product 5.6).
create unique index one_waiting_on_demand on consultation (patient_id)
  where (type = 'on-demand' and status in ('PENDING', 'QUEUED', 'ACTIVE'));
create index consultations_of_slot_hold on consultation (slot_hold_id);
create index waiting_elsewhere on consultation (away_at) where (away_at is not null and notified_at is null);
create index scheduled_to_come on consultation (starts_at) where (status = 'QUEUED' and starts_at is not null);
-- The agenda reads all booked times of a clinician's day, in any status.
create index day_of_clinician on consultation (clinician_id, starts_at) where (starts_at is not null);
-- For ratings on public profiles, which must not read all consultations (decision 0120).
create index consultations_to_rate on consultation (clinician_id) where (status in ('CLOSED', 'CLOSED_WITH_ERROR'));
-- For a clinician's search by name among the patients they attended.
create index consultations_of_holder on consultation (held_by, patient_id) where held_by is not null;

create trigger consultation_of_living_patient before insert on consultation
  for each row execute function refuse_deleted_patient();

-- Schedules a comparison for staff notifications after every change of a scheduled consultation. The update locks the row
-- again, so that a change that is not committed yet is not taken as compared.
create function queue_staff_change_check() returns trigger language plpgsql as $$
begin
  insert into staff_change_check (consultation_id, due_at) values (new.id, clock_timestamp() + interval '1 minute')
  on conflict (consultation_id) do update set due_at = staff_change_check.due_at;
  return null;
end $$;
create trigger new_to_staff after insert on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING') execute function queue_staff_change_check();
create trigger changed_to_staff after update of status, clinician_id, starts_at on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING'
    and (old.status, old.clinician_id, old.starts_at) is distinct from (new.status, new.clinician_id, new.starts_at))
  execute function queue_staff_change_check();

create function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := old.calendar_sequence + 1;
  return new;
end $$;
create trigger calendar_sequence_rises before update of starts_at, ends_at, clinician_id, contact_method, status on consultation
  for each row when (new.starts_at is not null
    and (old.starts_at, old.ends_at, old.clinician_id, old.contact_method, old.status in ('CANCELLING', 'CANCELLED'))
      is distinct from
      (new.starts_at, new.ends_at, new.clinician_id, new.contact_method, new.status in ('CANCELLING', 'CANCELLED')))
  execute function raise_calendar_sequence();

create function free_patient_time() returns trigger language plpgsql as $$
begin
  update slot_hold set patient_id = null where id = new.slot_hold_id;
  return null;
end $$;
create trigger ended_consultation_frees_its_patient after update of status on consultation
  for each row when (new.slot_hold_id is not null and old.status <> new.status
    and new.status in ('CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED', 'EXPIRED'))
  execute function free_patient_time();

-- Append-only: what was done, by whom and when.
create table consultation_action (
  id              bigint primary key generated always as identity,
  consultation_id uuid not null references consultation,
  type            text not null,
  role            text not null check (role in ('PATIENT', 'CLINICIAN', 'CLINICIAN_AND_CLINICAL_MANAGER', 'SYSTEM')),
  staff_id        uuid references staff,
  -- Why a call failed, when a reason was given; the consultation has that of its last call.
  failed_for      text check (failed_for in ('NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION')),
  at              timestamptz not null default clock_timestamp(),
  constraint only_calls_fail check (failed_for is null or type like '%\_CALL\_FAILED' or type like '%\_CALL\_ENDED')
);
create index actions_of_consultation on consultation_action (consultation_id, id);
-- Recent durations, for the waiting time that patients see.
create index latest_closings on consultation_action (at) where (type = 'CLOSED');
-- Consultations that ended on a day, for the live board: each has one such action.
create index endings_by_moment on consultation_action (at)
  where (type in ('CLOSED', 'CLOSED_WITH_ERROR', 'UNASSIGNED', 'CANCELLED'));

create trigger action_is_append_only before update or delete on consultation_action
  for each row execute function refuse_change();

-- A third person in a video call, by link (docs/decisions/0050).
create table call_guest (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  kind            text not null check (kind in ('companion', 'interpreter')),
  name            text not null check (char_length(name) between 1 and 60),
  invited_by      text not null check (invited_by in ('patient', 'clinician')),
  staff_id        uuid references staff,
  -- Hashes of the link's secret, and of the key of the page that joined with it.
  secret_hash     bytea not null unique,
  page_hash       bytea,
  -- The name that the guest typed.
  shown_name      text check (char_length(shown_name) between 1 and 60),
  invited_at      timestamptz not null default clock_timestamp(),
  -- The account that consented for the patient. Without consent the link admits nobody.
  consented_by    uuid references account,
  consented_at    timestamptz,
  joined_at       timestamptz,
  -- Null while the guest is in the call.
  left_at         timestamptz,
  ended_by        text check (ended_by in ('patient', 'clinician')),
  ended_at        timestamptz,
  constraint clinician_has_a_name check ((invited_by = 'clinician') = (staff_id is not null)),
  constraint consented_by_somebody check ((consented_at is null) = (consented_by is null)),
  constraint who_invites_consents check (invited_by = 'clinician' or consented_at is not null),
  constraint ended_by_somebody check ((ended_at is null) = (ended_by is null)),
  constraint joined_with_consent check (joined_at is null or consented_at is not null),
  constraint left_after_joining check (left_at is null or joined_at is not null)
);
create unique index one_standing_guest on call_guest (consultation_id) where ended_at is null;
create index guests_of_consultation on call_guest (consultation_id, invited_at);
-- A job looks every few seconds for guests whose server process died; there is hardly ever one.
create index guests_inside on call_guest (consultation_id) where joined_at is not null and left_at is null;

-- Opens a call's WebSocket once, for one person in one role of one call (`call_action_id` is the call's STARTED action).
create table call_ticket (
  hash            bytea primary key,
  consultation_id uuid not null references consultation,
  call_action_id  bigint not null references consultation_action,
  -- The connection between two participants. A guest has no session; the invitation replaces it.
  connection             text not null default 'main' check (connection in ('main', 'patient-guest', 'clinician-guest')),
  role            text not null check (role in ('patient', 'clinician', 'guest')),
  subject_id      uuid not null,
  session_id      uuid references session,
  guest_id        uuid references call_guest,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  constraint guest_of_other_connections check ((connection = 'main') = (guest_id is null)),
  constraint guest_has_no_session check ((role = 'guest') = (session_id is null)),
  constraint connection_of_its_role check (role = 'guest' or connection = 'main' or connection = role || '-guest'),
  constraint guest_not_on_main_connection check (role <> 'guest' or connection <> 'main')
);
create index tickets_of_consultation on call_ticket (consultation_id);

-- Participants of a call under way, whichever process has their socket. Deleted when the call ends.
create table call_participant (
  consultation_id uuid not null references consultation,
  connection             text not null default 'main' check (connection in ('main', 'patient-guest', 'clinician-guest')),
  role            text not null check (role in ('patient', 'clinician', 'guest')),
  call_action_id  bigint not null references consultation_action,
  -- Null while the connection is lost, or before anybody joined.
  socket_id       uuid,
  joined_at       timestamptz,
  -- The signal with which this socket joined: the peer reads from there.
  came_as         bigint,
  declined_at     timestamptz,
  seen_at         timestamptz not null default clock_timestamp(),
  primary key (consultation_id, connection, role),
  constraint socket_since_joined check (socket_id is null or joined_at is not null)
);

-- Signalling messages for the other participant, in order; a database notification names only the consultation. Deleted
-- when the call ends.
create table call_signal (
  id              bigint primary key generated always as identity,
  consultation_id uuid not null references consultation,
  connection             text not null default 'main' check (connection in ('main', 'patient-guest', 'clinician-guest')),
  from_role       text not null check (from_role in ('patient', 'clinician', 'guest')),
  body            text not null
);
create index signals_of_consultation on call_signal (consultation_id, id);

-- Proof that both sides were in a call at the same time: two participants of a video call, or a phone call that the
-- patient answered. A call dialled by hand is never here, because nothing can prove it.
create table call_joined (
  call_action_id bigint primary key references consultation_action,
  at             timestamptz not null default clock_timestamp()
);

-- One attempt to connect two phones. Its state only moves forward.
create table phone_call (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  -- The STARTED action: no phone rings without an entry in the record.
  call_action_id  bigint not null unique references consultation_action,
  staff_id        uuid not null references staff,
  state           text not null default 'wanted' check (state in ('wanted', 'desk', 'patient', 'talking', 'over')),
  outcome         text check (outcome in ('missed', 'talked', 'desk-silent', 'unreachable', 'ended')),
  -- Whether the patient's phone rang: a patient whose phone did not ring has not missed a call.
  rung            boolean not null default false,
  -- The vendor's id of the call.
  reference       text unique,
  -- When the vendor was last asked to start the call: a retry first checks whether it did.
  tried_at        timestamptz,
  checked_at       timestamptz not null default clock_timestamp(),
  created_at      timestamptz not null default clock_timestamp(),
  constraint outcome_once_over check ((state = 'over') = (outcome is not null))
);
create unique index one_phone_call_a_consultation on phone_call (consultation_id) where (state <> 'over');
-- A clinician has one phone.
create unique index one_phone_call_a_clinician on phone_call (staff_id) where (state <> 'over');
create index calls_of_consultation on phone_call (consultation_id, call_action_id desc);
create index calls_to_follow on phone_call (checked_at) where (state <> 'over');
