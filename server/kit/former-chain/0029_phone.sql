-- Calls through the partner's own line, and waiting well.

-- The phone that rings for a clinician before a patient's does: theirs to set.
alter table staff add column desk_phone text check (desk_phone ~ '^\+[1-9][0-9]{5,14}$');

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
  check ((state = 'over') = (outcome is not null))
);
create unique index one_phone_call_a_consultation on phone_call (consultation_id) where (state <> 'over');
-- Their phone is one.
create unique index one_phone_call_a_clinician on phone_call (staff_id) where (state <> 'over');
create index calls_of_consultation on phone_call (consultation_id, call_action_id desc);
create index calls_to_follow on phone_call (looked_at) where (state <> 'over');

-- `here_at`: who was missed says that they are there now. `away_at`: who waits left the app and wants to be told.
-- `told_at`: when they were. `promised_by`: the moment that they were told to be called by.
alter table consultation
  add column here_at timestamptz,
  add column away_at timestamptz,
  add column told_at timestamptz,
  add column promised_by timestamptz,
  add check (here_at is null or status = 'QUEUED'),
  add check (told_at is null or away_at is not null);
create index waiting_elsewhere on consultation (away_at) where (away_at is not null and told_at is null);
