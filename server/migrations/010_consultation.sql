-- Consultations and the calls in them.

-- The actions are the record (product 7.1); `status` is their current meaning, moved by compare-and-set.
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
  -- The clinician booked, or the one who holds an on-demand consultation.
  clinician_id      uuid references clinician,
  held_by           uuid references staff,
  -- Who handed it to whoever holds it now, and why. Nobody's once it waits for anybody again.
  handed_by         uuid references staff,
  handed_for        text check (handed_for in ('SHIFT_ENDS', 'OTHER_EXPERTISE', 'LANGUAGE', 'TECHNICAL', 'OTHER')),
  claim_id          uuid references slot_claim,
  starts_at         timestamptz,
  ends_at           timestamptz,
  -- Which start the patient has said that they will be there for. Another time is not confirmed.
  confirmed_start   timestamptz,
  queued_at         timestamptz,
  symptoms          jsonb not null default '[]',
  -- What a patient answered may mean an emergency: the server marks those answers when they are ordered (`withUrgent`),
  -- and a patient who gave one stands before all others who wait.
  is_urgent         boolean not null generated always as (jsonb_path_exists(symptoms, '$[*].urgent')) stored,
  summary           text,
  draft             text not null default '',
  -- The private note while it is written; it has the same version as the draft.
  private_draft     text not null default '',
  draft_version     integer not null default 0,
  -- Who was missed says that they are there now.
  here_at           timestamptz,
  -- Who waits left the app and wants to be told; when they were; the moment that they were told to be called by.
  away_at           timestamptz,
  told_at           timestamptz,
  promised_by       timestamptz,
  -- Who was not reached steps aside for a few minutes, so that others are called meanwhile.
  aside_until       timestamptz,
  -- What the clock has found, for whoever asks who may take it: the start that passed with nobody there, and since
  -- when whoever holds it has been away from their desk, or may not work any more.
  late_for          timestamptz,
  left_at           timestamptz,
  -- What a patient wishes whom the clinic keeps waiting beyond their booked start (decision 0088): to wait on, or to see
  -- whichever colleague comes first. It is of one start, as a confirmation is: another time is another question.
  late_choice       text check (late_choice in ('WAIT', 'ANOTHER')),
  late_choice_for   timestamptz,
  -- Booked hours that the clinic cannot keep (decision 0099): the start for which their patients were offered others.
  -- It is of one start, as a late choice is: another time is another question.
  times_offered_for timestamptz,
  -- Who still waits on demand when their product closes (decision 0089): since when, when it opens again, and until when
  -- they keep the first place, if that is what they chose. The clock writes the first two down, so that every list says
  -- the same.
  after_hours_since timestamptz,
  reopens_at        timestamptz,
  kept_until        timestamptz,
  -- SEQUENCE of the calendar file (RFC 5545, 3.8.7.4): a calendar keeps the hour it has until a file has a higher one. The trigger
  -- raises it with every change of the event, whoever makes it: patient, desk, absence, reassignment or a job.
  calendar_sequence integer not null default 0,
  -- How it ended at the desk, and why its last try came to nothing (docs/decisions/0051).
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
  constraint told_who_is_away check (told_at is null or away_at is not null),
  constraint handed_for_a_reason check ((handed_by is null) = (handed_for is null)),
  constraint queued_was_handed_by_nobody check (handed_by is null or status <> 'QUEUED'),
  constraint handed_by_another check (handed_by <> held_by),
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
-- One active on-demand consultation a patient (product 5.6).
create unique index one_waiting_on_demand on consultation (patient_id)
  where (type = 'on-demand' and status in ('PENDING', 'QUEUED', 'ACTIVE'));
create index consultations_of_claim on consultation (claim_id);
create index waiting_elsewhere on consultation (away_at) where (away_at is not null and told_at is null);
create index scheduled_to_come on consultation (starts_at) where (status = 'QUEUED' and starts_at is not null);
-- A clinician's own day reads every booked hour of it, whatever has become of the consultation.
create index day_of_clinician on consultation (clinician_id, starts_at) where (starts_at is not null);
-- Whose consultations were rated: a profile is read by strangers, and must not look through everybody's (decision 0121).
create index consultations_to_rate on consultation (clinician_id) where (status in ('CLOSED', 'CLOSED_WITH_ERROR'));
-- A clinician finds the people they attended by name: of each patient with such a name, whether they held a consultation of theirs.
create index consultations_of_holder on consultation (held_by, patient_id) where held_by is not null;

create trigger consultation_of_living_patient before insert on consultation
  for each row execute function refuse_deleted_patient();

-- A consultation changed, whoever changed it and by whichever road: its triggers stand with it. The row is locked again
-- by every change, so that no change that is on its way is taken for looked at.
create function look_for_staff_news() returns trigger language plpgsql as $$
begin
  insert into staff_news_look (consultation_id, due_at) values (new.id, clock_timestamp() + interval '1 minute')
  on conflict (consultation_id) do update set due_at = staff_news_look.due_at;
  return null;
end $$;
create trigger new_to_staff after insert on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING') execute function look_for_staff_news();
create trigger changed_to_staff after update of status, clinician_id, starts_at on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING'
    and (old.status, old.clinician_id, old.starts_at) is distinct from (new.status, new.clinician_id, new.starts_at))
  execute function look_for_staff_news();

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
  update slot_claim set patient_id = null where id = new.claim_id;
  return null;
end $$;
create trigger ended_consultation_frees_its_patient after update of status on consultation
  for each row when (new.claim_id is not null and old.status <> new.status
    and new.status in ('CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED', 'EXPIRED'))
  execute function free_patient_time();

-- What was done, by whom and when: never changed.
create table consultation_action (
  id              bigint primary key generated always as identity,
  consultation_id uuid not null references consultation,
  type            text not null,
  role            text not null check (role in ('PATIENT', 'CLINICIAN', 'CLINICIAN_AND_CLINICAL_MANAGER', 'SYSTEM')),
  staff_id        uuid references staff,
  -- Why a try came to nothing, where somebody said so; the consultation keeps that of the last one.
  failed_for      text check (failed_for in ('NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION')),
  at              timestamptz not null default clock_timestamp(),
  constraint only_calls_fail check (failed_for is null or type like '%\_CALL\_FAILED' or type like '%\_CALL\_ENDED')
);
create index actions_of_consultation on consultation_action (consultation_id, id);
-- How long a consultation takes, from the latest ones: what a waiting patient is told.
create index latest_closings on consultation_action (at) where (type = 'CLOSED');
-- What a day brought, for the live board: the append-only record has one row of these for every consultation that ended.
create index endings_by_moment on consultation_action (at)
  where (type in ('CLOSED', 'CLOSED_WITH_ERROR', 'UNASSIGNED', 'CANCELLED'));

create trigger action_is_append_only before update or delete on consultation_action
  for each row execute function refuse_change();

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
  constraint clinician_has_a_name check ((invited_by = 'clinician') = (staff_id is not null)),
  constraint consented_by_somebody check ((consented_at is null) = (consented_by is null)),
  constraint who_invites_consents check (invited_by = 'clinician' or consented_at is not null),
  constraint ended_by_somebody check ((ended_at is null) = (ended_by is null)),
  constraint joined_with_consent check (joined_at is null or consented_at is not null),
  constraint left_after_joining check (left_at is null or joined_at is not null)
);
create unique index one_standing_guest on call_guest (consultation_id) where ended_at is null;
create index guests_of_consultation on call_guest (consultation_id, invited_at);
-- Looked through every few seconds for guests whose server process died; there is hardly ever one.
create index guests_inside on call_guest (consultation_id) where joined_at is not null and left_at is null;

-- Opens the call's WebSocket once, for one person in one role of one call (`call_action_id`: its STARTED action).
create table call_ticket (
  hash            bytea primary key,
  consultation_id uuid not null references consultation,
  call_action_id  bigint not null references consultation_action,
  -- A leg joins two people of a call. A guest has no session: the invitation stands in its place.
  leg             text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  role            text not null check (role in ('patient', 'clinician', 'guest')),
  subject_id      uuid not null,
  session_id      uuid references session,
  guest_id        uuid references call_guest,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  constraint guest_of_other_legs check ((leg = 'main') = (guest_id is null)),
  constraint guest_has_no_session check ((role = 'guest') = (session_id is null)),
  constraint leg_of_its_role check (role = 'guest' or leg = 'main' or leg = role || '-guest'),
  constraint guest_not_on_main_leg check (role <> 'guest' or leg <> 'main')
);
create index tickets_of_consultation on call_ticket (consultation_id);

-- Who came into the call that is on, whichever process holds the socket. Gone when the call is over.
create table call_seat (
  consultation_id uuid not null references consultation,
  leg             text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  role            text not null check (role in ('patient', 'clinician', 'guest')),
  call_action_id  bigint not null references consultation_action,
  -- Null while the line is lost or nobody came.
  socket_id       uuid,
  joined_at       timestamptz,
  -- The signal with which this socket came: who comes later reads from there.
  came_as         bigint,
  declined_at     timestamptz,
  seen_at         timestamptz not null default clock_timestamp(),
  primary key (consultation_id, leg, role),
  constraint socket_since_joined check (socket_id is null or joined_at is not null)
);

-- Signals wait here for the other side, in order; a notification carries only the consultation. Gone with the call.
create table call_signal (
  id              bigint primary key generated always as identity,
  consultation_id uuid not null references consultation,
  leg             text not null default 'main' check (leg in ('main', 'patient-guest', 'clinician-guest')),
  from_role       text not null check (from_role in ('patient', 'clinician', 'guest')),
  body            text not null
);
create index signals_of_consultation on call_signal (consultation_id, id);

-- Both sides were in this call at the same time: two seats of a video call, or a line that the patient answered. A call
-- that a clinician dialled by hand is never here: nobody else can know.
create table call_joined (
  call_action_id bigint primary key references consultation_action,
  at             timestamptz not null default clock_timestamp()
);

-- One try to bring two phones together. What the vendor says of it moves it forward, never back.
create table phone_call (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  -- Its STARTED: nothing is rung that the record does not know of.
  call_action_id  bigint not null unique references consultation_action,
  staff_id        uuid not null references staff,
  state           text not null default 'wanted' check (state in ('wanted', 'desk', 'patient', 'talking', 'over')),
  outcome         text check (outcome in ('missed', 'talked', 'desk-silent', 'unreachable', 'ended')),
  -- Whether the patient's own phone was rung: who was not rung was not missed.
  rung            boolean not null default false,
  -- The vendor's name for it.
  reference       text unique,
  -- When the vendor was last asked to make it: whoever tries again looks first whether it has.
  tried_at        timestamptz,
  looked_at       timestamptz not null default clock_timestamp(),
  created_at      timestamptz not null default clock_timestamp(),
  constraint outcome_once_over check ((state = 'over') = (outcome is not null))
);
create unique index one_phone_call_a_consultation on phone_call (consultation_id) where (state <> 'over');
-- Their phone is one.
create unique index one_phone_call_a_clinician on phone_call (staff_id) where (state <> 'over');
create index calls_of_consultation on phone_call (consultation_id, call_action_id desc);
create index calls_to_follow on phone_call (looked_at) where (state <> 'over');
