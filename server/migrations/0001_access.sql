-- Accounts, sessions and everything that guards a door.
create table account (
  id            uuid primary key default gen_random_uuid(),
  phone         text not null unique check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  country       text not null check (country ~ '^[A-Z]{2}$'),
  email         text not null,
  password_hash text not null,
  locale        text not null default 'en',
  status        text not null default 'active' check (status in ('active', 'blocked', 'deleted')),
  created_at    timestamptz not null default now()
);
create unique index one_account_an_email on account (lower(email));

create table staff (
  id            uuid primary key default gen_random_uuid(),
  email         text not null,
  name          text not null,
  password_hash text not null,
  totp_secret   text not null,
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

create table verification (
  id         uuid primary key default gen_random_uuid(),
  purpose    text not null check (purpose in ('phone', 'mfa', 'recovery')),
  phone      text not null,
  account_id uuid references account,
  code_hmac  bytea,
  sent_at    timestamptz,
  expires_at timestamptz not null,
  tries      integer not null default 0,
  resends    integer not null default 0,
  used_at    timestamptz,
  created_at timestamptz not null default now()
);
create index verifications_of_phone on verification (phone, created_at);

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
