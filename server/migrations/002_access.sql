-- Accounts, staff, sessions, and everything that guards a sign-in.

-- A deleted account keeps its row, because orders and consultations refer to it, but no personal data: phone and e-mail
-- can be used again.
create table account (
  id                  uuid primary key default gen_random_uuid(),
  phone               text unique check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  country             text not null check (country ~ '^[A-Z]{2}$'),
  email               text,
  -- Null while only an identity provider signs the account in. Empty for a deleted account.
  password_hash       text,
  -- Intermediate tokens of a sign-in that were issued earlier than this are refused: they were earned with another
  -- password.
  password_changed_at timestamptz,
  locale              text not null default 'en',
  -- IANA name of the time zone that the account holder's device reported last; null until an app reported one. Messages
  -- to the account give times in it, and quiet hours follow it.
  time_zone           text check (char_length(time_zone) <= 60),
  status              text not null default 'active' check (status in ('active', 'blocked', 'deleted')),
  -- Shows the debug banner outside production.
  debug               boolean not null default false,
  created_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  constraint deleted_at_some_time check ((status = 'deleted') = (deleted_at is not null)),
  constraint nothing_told_of_the_deleted check (
    case status when 'deleted' then phone is null and email is null and password_hash = ''
                else phone is not null and email is not null end)
);
create unique index one_account_an_email on account (lower(email));

-- Blocking or deleting an account ends its sessions in the same transaction and notifies every process, whichever code
-- does it.
create function end_sessions_of_closed_account() returns trigger language plpgsql as $$
declare
  topics text;
begin
  with ended as (
    update session set ended_at = clock_timestamp(), end_reason = new.status
    where account_id = new.id and ended_at is null returning id)
  select string_agg('session:' || id, ' ') into topics from ended;
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end
$$;
create trigger end_sessions_of_closed_account after update of status on account
  for each row when (new.status in ('blocked', 'deleted') and old.status = 'active')
  execute function end_sessions_of_closed_account();

-- People who work at the desk.
create table staff (
  id             uuid primary key default gen_random_uuid(),
  email          text not null,
  name           text not null,
  password_hash  text not null,
  -- Encrypted with a key outside the database.
  totp_secret    bytea not null,
  -- The last time step that was used: a code is accepted once.
  totp_step      bigint not null default 0,
  role           text not null check (role in ('clinician', 'clinical-manager', 'clinician-and-clinical-manager')),
  clinician_id   uuid references clinician,
  status         text not null default 'active' check (status in ('active', 'blocked')),
  -- The clinician's phone, which rings before the patient's. The clinician sets it.
  desk_phone     text check (desk_phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- At the desk but not available: paused until a time, or off until the next sign-in or until the person says so.
  away           text check (away in ('paused', 'off')),
  away_since     timestamptz,
  away_until     timestamptz,
  -- Since when this person must set up sign-in again; until then only their invitation link lets them in
  -- (docs/decisions/0061).
  link_due_since timestamptz,
  created_at     timestamptz not null default now(),
  constraint away_since_some_time check ((away is null) = (away_since is null)),
  constraint paused_until_some_time check ((away is not distinct from 'paused') = (away_until is not null)),
  constraint away_until_after_since check (away_until > away_since)
);
create unique index one_staff_an_email on staff (lower(email));
-- Patients are offered only clinicians with a staff account.
create index staff_of_clinician on staff (clinician_id) where clinician_id is not null;

-- Processes cache the user of a session for some seconds. A changed role, status or clinician invalidates that cache in
-- every process at once.
create function tell_sessions_of_staff() returns trigger language plpgsql as $$
declare
  topics text;
begin
  select string_agg('session:' || id, ' ') into topics from session where staff_id = new.id and ended_at is null;
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end
$$;
create trigger sessions_of_staff_are_told after update of role, status, clinician_id, link_due_since on staff
  for each row
  when ((old.role, old.status, old.clinician_id, old.link_due_since)
    is distinct from (new.role, new.status, new.clinician_id, new.link_due_since))
  execute function tell_sessions_of_staff();

-- A signed-in patient or member of staff.
create table session (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid references account,
  staff_id     uuid references staff,
  -- "Chrome, Android": enough to recognise one's own devices, too little to track anybody.
  device       text,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Absolute end of a session (docs/decisions/0005): a week for patients, twelve hours for staff. Written in hours,
  -- because a calendar day can have 23 or 25.
  ends_at      timestamptz not null default now() + interval '12 hours',
  -- A call that is under way extends a clinician's session a little.
  call_until   timestamptz,
  ended_at     timestamptz,
  end_reason   text check (
    end_reason in ('logout', 'idle', 'age', 'forced', 'reuse', 'blocked', 'password', 'deleted', 'staff')),
  constraint of_account_or_staff check ((account_id is null) <> (staff_id is null)),
  constraint ended_for_a_reason check ((ended_at is null) = (end_reason is null)),
  constraint ends_in_time check (
    ends_at <= created_at + case when staff_id is null then interval '168 hours' else interval '12 hours' end),
  constraint call_ends_in_time check (
    call_until is null or staff_id is not null and call_until <= created_at + interval '13 hours')
);
create index live_sessions_of_account on session (account_id) where ended_at is null;
create index live_sessions_of_staff on session (staff_id) where ended_at is null;
create index sessions_of_account on session (account_id, created_at desc);
create index sessions_of_staff on session (staff_id, created_at desc);

-- Kind of device and network from which a session was opened. The network is a keyed hash: equal networks can be
-- recognised, addresses cannot be read.
create table session_origin (
  session_id uuid primary key references session,
  device     text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network    bytea not null
);

-- Hashes only. A successor is derived from its predecessor, so that a retried refresh gets the same token (product 3.2).
create table refresh_token (
  hash        bytea primary key,
  session_id  uuid not null references session,
  generation  integer not null,
  replaced_at timestamptz,
  created_at  timestamptz not null default now(),
  unique (session_id, generation)
);

-- A verification of a phone number or e-mail address by code (OTP). The code is not stored: it is derived from the id,
-- the number of the sending and a key outside the database. `account_id` of a registration is the account that was
-- created.
create table verification (
  id         uuid primary key default gen_random_uuid(),
  purpose    text not null check (purpose in ('phone', 'mfa', 'recovery', 'change', 'email')),
  -- Who requested the code: anybody ('stranger'), a signed-in account, a sign-in with the right password, or a known
  -- device of the owner. Each has its own codes and limits, so that a stranger cannot void the owner's code.
  requester      text not null default 'stranger' check (requester in ('stranger', 'account', 'password', 'device')),
  -- Where the codes go: a phone number or, for `email`, the new address.
  sent_to    text not null,
  account_id uuid references account,
  -- The sending whose code is valid; each sending has its own tries and expiry.
  sending    integer not null default 1,
  tries      integer not null default 0,
  expires_at timestamptz not null,
  used_at    timestamptz,
  created_at timestamptz not null default now(),
  constraint only_email_goes_to_an_address check ((purpose = 'email') = (sent_to like '%@%'))
);
create index verifications_by_target on verification (sent_to, purpose);

-- Every code that was sent to a phone, for the minimum gap and the limits of product 3.6.
create table code_sent (
  verification_id  uuid not null references verification on delete cascade,
  sending          integer not null,
  sent_to          text not null,
  requester            text not null default 'stranger' check (requester in ('stranger', 'account', 'password', 'device')),
  -- Set until the vendor has been told whether the code was used.
  vendor_reference text,
  at               timestamptz not null default clock_timestamp(),
  primary key (verification_id, sending)
);
create index codes_by_target on code_sent (sent_to, at);

-- Devices with a complete sign-in, as hashes of the ids that the server signed for them: they have a rate limit of their
-- own (docs/decisions/0176). Not addresses: a whole clinic shares one, and colleagues could learn who is a patient.
create table known_device (
  -- An account or a member of staff.
  owner_id    uuid not null,
  device_hash bytea not null,
  seen_at     timestamptz not null default clock_timestamp(),
  primary key (owner_id, device_hash)
);
create index known_devices_by_age on known_device (seen_at);

-- Wrong passwords for existing accounts and staff. Deleted after 90 days.
create table failed_sign_in (
  owner_id uuid not null,
  at       timestamptz not null default clock_timestamp(),
  device   text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network  bytea not null
);
create index failures_of_owner on failed_sign_in (owner_id, at desc);

-- An authenticator app as a patient's second factor (TOTP).
create table authenticator (
  account_id   uuid primary key references account on delete cascade,
  -- Encrypted with a key outside the database.
  secret       bytea not null,
  -- The last time step that was used: a code is accepted once.
  step         bigint not null default 0,
  -- Null until a first code has proved that the app has the secret; until then sign-in does not ask for it.
  confirmed_at timestamptz,
  created_at   timestamptz not null default now()
);

-- Recovery codes as keyed hashes; each works once.
create table recovery_code (
  account_id uuid not null references authenticator on delete cascade,
  hash       bytea not null,
  used_at    timestamptz,
  primary key (account_id, hash)
);

-- Sign-in through an identity provider (Google). The key is the provider's subject, never an e-mail address.
create table social_identity (
  provider   text not null check (provider in ('google')),
  subject    text not null check (subject <> ''),
  account_id uuid not null references account,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  constraint one_social_identity_an_account unique (account_id, provider)
);

-- A finished sign-in at the identity provider: for a minute behind a one-time code that is bound to one browser, then for
-- as long as a registration takes.
create table introduction (
  id           uuid primary key default gen_random_uuid(),
  provider     text not null check (provider in ('google')),
  subject      text not null check (subject <> ''),
  -- Verified by the provider, or null.
  email        text,
  first_name   text not null,
  last_name    text not null,
  -- Set when a signed-in user links Google to this account; such a row signs nobody in.
  account_id   uuid references account,
  -- Both null when the client sent the provider's own token.
  code_hash    bytea unique,
  browser_hash bytea,
  code_used_at timestamptz,
  created_at   timestamptz not null default now(),
  constraint code_of_one_browser check ((code_hash is null) = (browser_hash is null))
);
create index introductions_by_age on introduction (created_at);

-- Staff and invitations to join (docs/decisions/0061).
create table staff_invitation (
  id           uuid primary key,
  name         text not null,
  email        text not null,
  role         text not null check (role in ('clinician', 'clinical-manager', 'clinician-and-clinical-manager')),
  -- Created with the invitation; deleted with an invitation that was never accepted.
  clinician_id uuid references clinician on delete set null,
  -- Set when a current member of staff must set up sign-in again.
  staff_id     uuid references staff,
  -- Hash of the secret in the link.
  secret_hash  bytea not null unique,
  -- Encrypted with a key outside the database. On acceptance it moves to `staff`.
  totp_secret  bytea,
  -- Null: created on the server's command line, for the first manager.
  invited_by   uuid references staff,
  -- An invitation to an address outside the clinic's domain waits for a second manager's approval (docs/decisions/0005).
  needs_second boolean not null default false,
  approved_at  timestamptz,
  -- Null when it was approved on the server's command line.
  approved_by  uuid references staff,
  -- Who declined the request, and why.
  declined_by  uuid references staff,
  answer       text check (char_length(answer) between 10 and 500),
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null default clock_timestamp() + interval '3 days',
  ended_at     timestamptz,
  ended_as     text check (ended_as in ('accepted', 'withdrawn', 'replaced', 'declined')),
  constraint expires_after_it_was_made check (expires_at > created_at),
  constraint ended_as_something check ((ended_at is null) = (ended_as is null)),
  constraint secret_until_it_ends check ((ended_at is null) = (totp_secret is not null)),
  -- The command line invites the first manager, and lets a member of staff set up sign-in again (docs/decisions/0061): an
  -- only manager who lost their phone has no colleague to ask.
  constraint invited_by_somebody check (staff_id is not null or role = 'clinical-manager' or invited_by is not null),
  constraint approved_where_needed check (approved_at is null or needs_second),
  constraint approved_at_some_time check (approved_by is null or approved_at is not null),
  constraint approved_by_another check (approved_by <> invited_by),
  constraint declined_by_another check (declined_by <> invited_by),
  -- An invitation that needs a second manager cannot be accepted without the approval.
  constraint accepted_with_approval check (
    ended_as is distinct from 'accepted' or not needs_second or approved_at is not null),
  constraint declined_with_answer check (
    (ended_as is not distinct from 'declined') = (declined_by is not null)
    and (declined_by is null) = (answer is null)
    and (declined_by is null or approved_at is null))
);
create unique index one_live_invitation_an_email on staff_invitation (lower(email)) where ended_at is null;
