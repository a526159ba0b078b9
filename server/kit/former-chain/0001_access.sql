-- Accounts, sessions and everything that guards a door.
create table account (
  id            uuid primary key default gen_random_uuid(),
  phone         text not null unique check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  country       text not null check (country ~ '^[A-Z]{2}$'),
  email         text not null,
  password_hash text not null,
  locale        text not null default 'en',
  status        text not null default 'active' check (status in ('active', 'blocked', 'deleted')),
  -- Shows the debug banner outside production (spec 1 §2 "Overlays").
  debug         boolean not null default false,
  created_at    timestamptz not null default now()
);
create unique index one_account_an_email on account (lower(email));

create table staff (
  id            uuid primary key default gen_random_uuid(),
  email         text not null,
  name          text not null,
  password_hash text not null,
  -- Sealed with a key outside the database.
  totp_secret   bytea not null,
  -- The last time step that was used: a code never opens the door twice.
  totp_step     bigint not null default 0,
  role          text not null check (role in ('clinician', 'clinical-manager', 'clinician-and-clinical-manager')),
  clinician_id  uuid,
  status        text not null default 'active' check (status in ('active', 'blocked')),
  created_at    timestamptz not null default now()
);
create unique index one_staff_an_email on staff (lower(email));

create table session (
  id           uuid primary key default gen_random_uuid(),
  account_id   uuid references account,
  staff_id     uuid references staff,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ended_at     timestamptz,
  end_reason   text check (end_reason in ('logout', 'idle', 'age', 'forced', 'reuse', 'blocked', 'password', 'deleted')),
  check ((account_id is null) <> (staff_id is null)),
  check ((ended_at is null) = (end_reason is null))
);
create index live_sessions_of_account on session (account_id) where ended_at is null;
create index live_sessions_of_staff on session (staff_id) where ended_at is null;

-- Only hashes; a successor is derived from its predecessor, so that a retry gets the same one (decisions §4).
create table refresh_token (
  hash        bytea primary key,
  session_id  uuid not null references session,
  generation  integer not null,
  created_at  timestamptz not null default now(),
  replaced_at timestamptz,
  unique (session_id, generation)
);

-- Somebody shows that a phone is theirs. The code itself is nowhere: it is derived from the id, the number of the
-- sending and a key outside the database. `account_id` of a registration is the account that came of it.
create table verification (
  id         uuid primary key default gen_random_uuid(),
  purpose    text not null check (purpose in ('phone', 'mfa', 'recovery')),
  phone      text not null,
  account_id uuid references account,
  -- Which sending is the valid one; each starts its own tries and time.
  sending    integer not null default 1,
  tries      integer not null default 0,
  expires_at timestamptz not null,
  used_at    timestamptz,
  created_at timestamptz not null default now()
);
create index verifications_of_phone on verification (phone, purpose);

-- Every code that left for a phone, for the gap and the budgets of decisions §4.
create table code_sent (
  verification_id uuid not null references verification on delete cascade,
  sending         integer not null,
  phone           text not null,
  at              timestamptz not null default clock_timestamp(),
  primary key (verification_id, sending)
);
create index codes_of_phone on code_sent (phone, at);

-- Networks from which somebody has signed in before, as keyed hashes: strangers' wrong tries do not lock the owner out.
create table known_source (
  owner_id uuid not null,
  source   bytea not null,
  seen_at  timestamptz not null default now(),
  primary key (owner_id, source)
);

-- Single use of one-time tokens (force, registration, ...): the token's jti, kept until it would expire anyway.
create table spent_token (
  jti        uuid primary key,
  expires_at timestamptz not null
);

-- Budgets that both processes share: one row a key and window.
create table rate_window (
  key        text not null,
  started_at timestamptz not null,
  count      integer not null default 1,
  primary key (key, started_at)
);

-- One answer for one key (Idempotency-Key): the same key with another body is refused.
create table idempotency (
  key        text not null,
  owner      text not null,
  body_hash  bytea not null,
  status     integer,
  reply      jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
