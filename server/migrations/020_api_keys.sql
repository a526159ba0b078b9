-- Keys of partners' programs (docs/decisions/0199). The id is the OAuth client id.
create table api_key (
  id           uuid primary key default gen_random_uuid(),
  name         text not null check (char_length(name) between 2 and 80),
  scopes       text[] not null check (cardinality(scopes) > 0),
  requested_by uuid not null references staff,
  requested_at timestamptz not null default clock_timestamp(),
  -- A second manager approves or declines.
  decided_by   uuid references staff,
  decided_at   timestamptz,
  is_approved  boolean not null default false,
  expires_at   timestamptz not null,
  ended_by     uuid references staff,
  ended_at     timestamptz,
  last_used_at timestamptz,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint decided_at_some_time check ((decided_by is null) = (decided_at is null)),
  constraint approved_by_somebody check (not is_approved or decided_by is not null),
  constraint ended_by_somebody check ((ended_by is null) = (ended_at is null)),
  constraint key_expires check (expires_at > requested_at)
);

-- Random secrets of 256 bits: the plain hash suffices.
create table api_key_secret (
  hash       bytea primary key,
  key_id     uuid not null references api_key,
  created_at timestamptz not null default clock_timestamp(),
  -- Set when a newer secret replaces it.
  ends_at    timestamptz
);
create index secrets_of_api_key on api_key_secret (key_id);

alter table audit drop constraint audit_act_check;
alter table audit add constraint audit_act_check check (act in (
  'search', 'view', 'block', 'unblock', 'end-session', 'end-sessions', 'end-own-session',
  'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'renew-staff',
  'change-clinician',
  'create-company', 'change-company', 'end-company', 'make-company-links', 'take-back-company-links',
  'create-promo-code', 'disable-promo-code', 'agenda', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
  'read-record', 'read-consultation', 'write-record', 'amend-note', 'break-glass', 'review-break-glass',
  'prescribe', 'cancel-prescription', 'hide-document', 'answer-question', 'route-question',
  'ask-refund', 'approve-refund', 'decline-refund', 'withdraw-refund', 'retry-refund', 'release-payment', 'resolve-task',
  'record-dispute', 'answer-dispute', 'decide-dispute',
  'pause-subscription', 'resume-subscription', 'release-subscription',
  'request-api-key', 'approve-api-key', 'decline-api-key', 'issue-api-secret', 'revoke-api-key')) not valid;
alter table audit drop constraint audit_subject_kind_check;
alter table audit add constraint audit_subject_kind_check check (subject_kind in (
  'patient', 'staff', 'clinician', 'company', 'promo-code', 'record', 'prescription', 'document', 'question',
  'order', 'task', 'dispute', 'subscription', 'api-key')) not valid;
alter table audit drop constraint deeds_have_a_reason;
alter table audit add constraint deeds_have_a_reason check (
  act in ('search', 'view', 'end-own-session',
    'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'change-clinician',
    'make-company-links', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
    'read-record', 'read-consultation', 'write-record', 'amend-note', 'prescribe', 'answer-question', 'route-question',
    'request-api-key', 'approve-api-key', 'issue-api-secret')
  or (reason is not null and subject_id is not null)) not valid;
