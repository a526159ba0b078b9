-- Accounts, staff, sessions and everything that guards a door. What earlier areas say of them is tied to them here.

-- A deleted one keeps a row, because orders and consultations refer to it, and nothing in it tells who they were:
-- phone and e-mail are free again.
create table account (
  id                  uuid primary key default gen_random_uuid(),
  phone               text unique check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  country             text not null check (country ~ '^[A-Z]{2}$'),
  email               text,
  -- Null of one that only a provider of identities opens, until its holder sets one. Empty of a deleted one.
  password_hash       text,
  -- Tokens on the way to a session that are older than this were earned with another password.
  password_changed_at timestamptz,
  locale              text not null default 'en',
  -- IANA name of the zone that the account holder's device reported last; null until an app reported one. Messages to the
  -- account give times in it, and quiet hours are on its clock. `news_choice.time_zone` is written beside it and read by nobody.
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

-- Whoever blocks or deletes an account, by whatever way, ends its sessions in the same breath, in every process.
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

-- Who works at the desk.
create table staff (
  id             uuid primary key default gen_random_uuid(),
  email          text not null,
  name           text not null,
  password_hash  text not null,
  -- Sealed with a key outside the database.
  totp_secret    bytea not null,
  -- The last time step that was used: a code never opens the door twice.
  totp_step      bigint not null default 0,
  role           text not null check (role in ('clinician', 'clinical-manager', 'clinician-and-clinical-manager')),
  clinician_id   uuid references clinician,
  status         text not null default 'active' check (status in ('active', 'blocked')),
  -- The phone that rings for a clinician before a patient's does: theirs to set.
  desk_phone     text check (desk_phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- Who is at the desk and still not to be counted on: on a pause until a time, or off until they say so or
  -- sign in again.
  away           text check (away in ('paused', 'off')),
  away_since     timestamptz,
  away_until     timestamptz,
  -- Who is to begin anew comes in by their link and by nothing else (docs/decisions/0061): since when.
  link_due_since timestamptz,
  created_at     timestamptz not null default now(),
  constraint away_since_some_time check ((away is null) = (away_since is null)),
  constraint paused_until_some_time check ((away is not distinct from 'paused') = (away_until is not null)),
  constraint away_until_after_since check (away_until > away_since)
);
create unique index one_staff_an_email on staff (lower(email));
-- Patients are offered whom a member of staff stands behind.
create index staff_of_clinician on staff (clinician_id) where clinician_id is not null;

-- Processes remember for some seconds who a session is. Whoever loses a role, by whatever way, loses it everywhere at once.
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

-- Somebody who is signed in: a patient, or one of the staff.
create table session (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid references account,
  staff_id     uuid references staff,
  -- "Chrome, Android": enough to recognise one's own devices, too little to tell people apart.
  device       text,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When a session is over whatever is done in it (docs/decisions/0070): a patient's after a week, a colleague's after
  -- twelve hours. Hours, as a day of the calendar may have 23 or 25 of them.
  ends_at      timestamptz not null default now() + interval '12 hours',
  -- The call that its holder is in goes on a little longer, and the session with it.
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

-- From what kind of device a session was opened, and from which network: a keyed hash, so that "the same as before" can
-- be seen and an address cannot.
create table session_origin (
  session_id uuid primary key references session,
  device     text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network    bytea not null
);

-- Only hashes; a successor is derived from its predecessor, so that a retry gets the same one (product 3.2).
create table refresh_token (
  hash        bytea primary key,
  session_id  uuid not null references session,
  generation  integer not null,
  replaced_at timestamptz,
  created_at  timestamptz not null default now(),
  unique (session_id, generation)
);

-- Somebody shows that a phone is theirs. The code itself is nowhere: it is derived from the id, the number of the
-- sending and a key outside the database. `account_id` of a registration is the account that came of it.
create table verification (
  id         uuid primary key default gen_random_uuid(),
  purpose    text not null check (purpose in ('phone', 'mfa', 'recovery', 'change', 'email')),
  -- Who asked for a code: anybody; somebody signed in, for a number or an address that they want; who gave the password;
  -- a device that the owner has signed in from. Each has codes of its own, and none voids another's.
  asker      text not null default 'stranger' check (asker in ('stranger', 'account', 'password', 'device')),
  -- Where its codes go: to a phone, or, for `email`, to an address that wants to become the account's.
  sent_to    text not null,
  account_id uuid references account,
  -- Which sending is the valid one; each starts its own tries and time.
  sending    integer not null default 1,
  tries      integer not null default 0,
  expires_at timestamptz not null,
  used_at    timestamptz,
  created_at timestamptz not null default now(),
  constraint only_email_goes_to_an_address check ((purpose = 'email') = (sent_to like '%@%'))
);
create index verifications_by_target on verification (sent_to, purpose);

-- Every code that left for a phone, for the gap and the budgets of product 3.6.
create table code_sent (
  verification_id  uuid not null references verification on delete cascade,
  sending          integer not null,
  sent_to          text not null,
  asker            text not null default 'stranger' check (asker in ('stranger', 'account', 'password', 'device')),
  -- Set while the sending is open at the vendor, which wants to hear how it ended.
  vendor_reference text,
  at               timestamptz not null default clock_timestamp(),
  primary key (verification_id, sending)
);
create index codes_by_target on code_sent (sent_to, at);

-- Devices from which somebody has signed in completely, as hashes of the ids that we signed for them: their tries are
-- their own (docs/decisions/0066). Not addresses: whole clinics share one, and it would tell colleagues who is a
-- patient.
create table known_device (
  -- Of an account, or of a member of staff.
  owner_id    uuid not null,
  device_hash bytea not null,
  seen_at     timestamptz not null default clock_timestamp(),
  primary key (owner_id, device_hash)
);
create index known_devices_by_age on known_device (seen_at);

-- Wrong passwords of people who exist. Forgotten after 90 days.
create table failed_sign_in (
  owner_id uuid not null,
  at       timestamptz not null default clock_timestamp(),
  device   text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network  bytea not null
);
create index failures_of_owner on failed_sign_in (owner_id, at desc);

-- An authenticator app as a patient's second factor.
create table authenticator (
  account_id   uuid primary key references account on delete cascade,
  -- Sealed with a key outside the database.
  secret       bytea not null,
  -- The last time step that was used: a code never opens the door twice.
  step         bigint not null default 0,
  -- Until a first code has shown that the app has the secret, it is only an offer and guards nothing.
  confirmed_at timestamptz,
  created_at   timestamptz not null default now()
);

-- Its recovery codes, as keyed hashes; each works once.
create table recovery_code (
  account_id uuid not null references authenticator on delete cascade,
  hash       bytea not null,
  used_at    timestamptz,
  primary key (account_id, hash)
);

-- Signing in through a provider of identities. Its subject is the key; an e-mail address never is.
create table social_identity (
  provider   text not null check (provider in ('google')),
  subject    text not null check (subject <> ''),
  account_id uuid not null references account,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  constraint one_social_identity_an_account unique (account_id, provider)
);

-- Somebody came back from the provider: who it said they are, for a minute behind a one-time code that only the
-- browser it was made for can use, then for as long as a registration takes.
create table introduction (
  id           uuid primary key default gen_random_uuid(),
  provider     text not null check (provider in ('google')),
  subject      text not null check (subject <> ''),
  -- Verified by the provider, or unknown.
  email        text,
  first_name   text not null,
  last_name    text not null,
  -- Somebody who is signed in went to Google to link it: what came back is for this account, and signs nobody in.
  account_id   uuid references account,
  -- Both null when the person came with the provider's own token.
  code_hash    bytea unique,
  browser_hash bytea,
  code_used_at timestamptz,
  created_at   timestamptz not null default now(),
  constraint code_of_one_browser check ((code_hash is null) = (browser_hash is null))
);
create index introductions_by_age on introduction (created_at);

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
  -- Who is invited at an address that is not the clinic's waits until another manager says yes (docs/decisions/0070).
  needs_second boolean not null default false,
  approved_at  timestamptz,
  -- Null of one that was approved at the clinic's own machine.
  approved_by  uuid references staff,
  -- Who said no, and why.
  declined_by  uuid references staff,
  answer       text check (char_length(answer) between 10 and 500),
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz not null default clock_timestamp() + interval '3 days',
  ended_at     timestamptz,
  ended_as     text check (ended_as in ('accepted', 'withdrawn', 'replaced', 'declined')),
  constraint expires_after_it_was_made check (expires_at > created_at),
  constraint ended_as_something check ((ended_at is null) = (ended_as is null)),
  constraint secret_until_it_ends check ((ended_at is null) = (totp_secret is not null)),
  -- By a link from the clinic's own machine its first manager joins, or somebody begins anew (docs/decisions/0061): an
  -- only manager who lost their phone has no colleague to ask.
  constraint invited_by_somebody check (staff_id is not null or role = 'clinical-manager' or invited_by is not null),
  constraint approved_where_needed check (approved_at is null or needs_second),
  constraint approved_at_some_time check (approved_by is null or approved_at is not null),
  constraint approved_by_another check (approved_by <> invited_by),
  constraint declined_by_another check (declined_by <> invited_by),
  -- Nobody joins whom nobody else wanted.
  constraint accepted_with_approval check (
    ended_as is distinct from 'accepted' or not needs_second or approved_at is not null),
  constraint declined_with_answer check (
    (ended_as is not distinct from 'declined') = (declined_by is not null)
    and (declined_by is null) = (answer is null)
    and (declined_by is null or approved_at is null))
);
create unique index one_live_invitation_an_email on staff_invitation (lower(email)) where ended_at is null;
