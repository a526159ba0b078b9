-- Passkeys (WebAuthn) of accounts and of staff (docs/decisions/0204).
create table passkey (
  id            uuid primary key default gen_random_uuid(),
  account_id    uuid references account,
  staff_id      uuid references staff,
  credential_id bytea not null unique,
  -- COSE key.
  public_key    bytea not null,
  -- The authenticator's signature counter; 0 for one that does not count.
  counter       bigint not null default 0,
  -- Identifies the owner to the authenticator: random, not an id of ours.
  user_handle   bytea not null,
  transports    text[] not null default '{}',
  -- Whether it can be, and is, copied to the owner's other devices by their provider.
  can_be_backed_up boolean not null,
  is_backed_up     boolean not null,
  name          text not null check (char_length(name) between 1 and 60),
  created_at    timestamptz not null default clock_timestamp(),
  last_used_at  timestamptz,
  -- Since when it signs in no more, because its counter went back.
  blocked_at    timestamptz,
  constraint passkey_of_one_owner check (num_nonnulls(account_id, staff_id) = 1)
);
create index passkeys_of_account on passkey (account_id) where account_id is not null;
create index passkeys_of_staff on passkey (staff_id) where staff_id is not null;

alter table audit drop constraint audit_act_check;
alter table audit add constraint audit_act_check check (act in (
  'search', 'view', 'block', 'unblock', 'end-session', 'end-sessions', 'end-own-session',
  'add-passkey', 'remove-passkey', 'block-passkey',
  'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'renew-staff',
  'change-clinician',
  'create-company', 'change-company', 'end-company', 'make-company-links', 'take-back-company-links',
  'create-promo-code', 'disable-promo-code', 'agenda', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
  'read-record', 'read-consultation', 'write-record', 'amend-note', 'break-glass', 'review-break-glass',
  'prescribe', 'cancel-prescription', 'hide-document', 'answer-question', 'route-question',
  'ask-refund', 'approve-refund', 'decline-refund', 'withdraw-refund', 'retry-refund', 'release-payment', 'resolve-task',
  'record-dispute', 'answer-dispute', 'decide-dispute',
  'pause-subscription', 'resume-subscription', 'release-subscription',
  'request-api-key', 'approve-api-key', 'decline-api-key', 'issue-api-secret', 'revoke-api-key',
  'request-webhook', 'approve-webhook', 'decline-webhook', 'issue-webhook-secret', 'verify-webhook', 'pause-webhook',
  'resume-webhook', 'end-webhook', 'repeat-webhook')) not valid;
alter table audit drop constraint deeds_have_a_reason;
alter table audit add constraint deeds_have_a_reason check (
  act in ('search', 'view', 'end-own-session', 'add-passkey', 'remove-passkey', 'block-passkey',
    'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'change-clinician',
    'make-company-links', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
    'read-record', 'read-consultation', 'write-record', 'amend-note', 'prescribe', 'answer-question', 'route-question',
    'request-api-key', 'approve-api-key', 'issue-api-secret', 'request-webhook', 'approve-webhook', 'issue-webhook-secret',
    'verify-webhook', 'pause-webhook', 'resume-webhook', 'repeat-webhook')
  or (reason is not null and subject_id is not null)) not valid;
