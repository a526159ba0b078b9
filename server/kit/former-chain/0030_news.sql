-- News of consultations to their patients, and how each wants to hear of them (docs/decisions/0046).

-- What waits to be told, written in the transaction of the fact. Forgotten two days after it came about.
create table news (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid not null references account,
  consultation_id uuid not null references consultation on delete cascade,
  kind            text not null check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'reminder-day',
                                                'reminder-hour', 'reminder-soon', 'called', 'missed', 'notes')),
  -- The consultation's time as it was then: a reminder of another time is no reminder any more.
  starts_at       timestamptz,
  due_at          timestamptz not null default clock_timestamp(),
  -- One process sends at a time.
  leased_until    timestamptz,
  -- By which ways it is told already; a retry goes by the others.
  sent            text[] not null default '{}',
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp()
);
create unique index one_reminder_a_time on news (consultation_id, kind, starts_at) where (kind like 'reminder-%');
create index news_to_tell on news (due_at) where (done_at is null);
create index scheduled_to_come on consultation (starts_at) where (status = 'QUEUED' and starts_at is not null);

-- What somebody chose; without a row everything is as the partner offers it.
create table news_choice (
  account_id      uuid primary key references account,
  channels        text[] not null check (channels <@ array['sms', 'email', 'whatsapp']),
  topics          text[] not null check (topics <@ array['bookings', 'reminders', 'calls', 'records', 'offers']),
  quiet_from      text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until     text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- IANA name; null is the clinic's.
  time_zone       text,
  -- They answered STOP: the vendor takes no text for their number until they write START.
  texts_stopped_at timestamptz,
  changed_at      timestamptz not null default clock_timestamp(),
  check ((quiet_from is null) = (quiet_until is null))
);

-- Browsers that may be woken. `session_id` is the sign-in that allowed it: when that is ended by a person, so is this.
create table push_device (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  session_id uuid not null references session,
  endpoint   text not null unique check (char_length(endpoint) <= 1000),
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index push_devices_of_account on push_device (account_id);

-- Which start the patient has said that they will be there for. Another time is not confirmed.
alter table consultation add column confirmed_start timestamptz;
