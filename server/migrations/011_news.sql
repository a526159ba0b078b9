-- What patients and staff are told, by which ways, and what became of it (docs/decisions/0046, 0092, 0097).

-- How far a message has come.
create function delivery_rank(state text) returns integer language sql immutable as $$
  select array_position(array['queued', 'sent', 'undelivered', 'delivered', 'read'], state)
$$;

-- What waits to be told, written in the transaction of the fact. Forgotten two days after it came about.
create table news (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid not null references account,
  consultation_id uuid references consultation on delete cascade,
  -- What the desk does with a subscription is told to its holder like news of a consultation (docs/decisions/0046).
  subscription_id uuid references subscription,
  kind            text not null check (kind in (
    'booked', 'moved', 'cancelled', 'refunded', 'too-late', 'reminder-day', 'reminder-hour', 'reminder-soon',
    'called', 'missed', 'handed-over', 'late', 'late-choice', 'after-hours', 'times-offered', 'put-back',
    'notes', 'prescription', 'turn', 'plan-paused', 'plan-resumed', 'plan-released')),
  -- What a person has just done is confirmed at once, in their quiet hours too: they are awake, and look for it. What
  -- others did to their booking waits until morning.
  asked           boolean not null default false,
  -- The consultation's time as it was then: a reminder of another time is no reminder any more.
  starts_at       timestamptz,
  due_at          timestamptz not null default clock_timestamp(),
  -- One process sends at a time.
  leased_until    timestamptz,
  -- By which ways it is told already; a retry goes by the others.
  sent            text[] not null default '{}',
  -- By which ways it will never be taken: the vendor or the mail server said so. It goes on by the next one.
  refused         text[] not null default '{}',
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  constraint of_consultation_or_subscription check (num_nonnulls(consultation_id, subscription_id) = 1),
  constraint plan_news_of_subscriptions check ((subscription_id is null) = (kind not like 'plan-%'))
);
create unique index one_reminder_a_time on news (consultation_id, kind, starts_at) where (kind like 'reminder-%');
create index news_to_tell on news (due_at) where (done_at is null);
create index news_by_age on news (created_at);
-- Once a start, whichever worker looks.
create unique index one_late_word_a_time on news (consultation_id, kind, starts_at) where (kind like 'late%');

-- What somebody chose; without a row everything is as the partner offers it.
create table news_choice (
  account_id       uuid primary key references account,
  channels         text[] not null check (channels <@ array['sms', 'email', 'whatsapp']),
  topics           text[] not null check (topics <@ array['bookings', 'reminders', 'calls', 'records', 'offers']),
  quiet_from       text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until      text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- IANA name; null is the clinic's.
  time_zone        text,
  -- They answered STOP: the vendor takes no text for their number until they write START.
  texts_stopped_at timestamptz,
  changed_at       timestamptz not null default clock_timestamp(),
  constraint quiet_from_and_until check ((quiet_from is null) = (quiet_until is null))
);

-- What may be woken: a browser, or the app on Android or on an iPhone (docs/decisions/0086). `session_id` is the
-- sign-in that allowed it: when that is ended by a person, so is this.
create table push_device (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  session_id uuid not null references session,
  kind       text not null check (kind in ('web', 'fcm', 'apns')),
  address    text not null unique check (char_length(address) <= 1000),
  p256dh     text,
  auth       text,
  created_at timestamptz not null default clock_timestamp(),
  -- The keys are a browser's: an app has none.
  constraint keys_are_of_browsers check (num_nulls(p256dh, auth) = case kind when 'web' then 0 else 2 end)
);
create index push_devices_of_account on push_device (account_id);

-- By the vendor's name of each. Forgotten with its news. Its callback names the news itself, so that one that is quicker
-- than the transaction which writes this is a first sight of it, and not lost.
create table sent_message (
  reference  text primary key check (reference ~ '^\w{1,64}$'),
  news_id    uuid not null references news on delete cascade,
  way        text not null check (way in ('sms', 'whatsapp')),
  state      text not null check (state in ('queued', 'sent', 'undelivered', 'delivered', 'read')),
  -- Why it did not arrive, by the vendor's number.
  error_code integer,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);
create index messages_of_news on sent_message (news_id, way);

-- What is known of a message never goes back, whoever writes.
create function keep_delivery_ranked() returns trigger language plpgsql as $$
begin
  if delivery_rank(new.state) < delivery_rank(old.state) then
    raise exception 'a delivery does not go back' using errcode = 'check_violation', constraint = 'delivery_ranked';
  end if;
  return new;
end $$;
create trigger delivery_ranked before update on sent_message for each row execute function keep_delivery_ranked();

-- A piece of news that no way took, once: somebody calls, and says so. It outlives the news, which is forgotten after
-- two days.
create table untold_news (
  id              uuid primary key default gen_random_uuid(),
  news_id         uuid not null unique,
  account_id      uuid not null references account,
  consultation_id uuid references consultation on delete cascade,
  subscription_id uuid references subscription,
  kind            text not null check (char_length(kind) between 1 and 40),
  -- By which ways it was tried.
  ways            text[] not null check (ways <@ array['email', 'sms', 'whatsapp', 'push'] and cardinality(ways) > 0),
  found_at        timestamptz not null default clock_timestamp(),
  resolved_at     timestamptz,
  resolved_by     uuid references staff,
  reason          text check (char_length(reason) between 10 and 500),
  constraint of_consultation_or_subscription check ((consultation_id is null) <> (subscription_id is null)),
  constraint resolved_by_somebody_for_a_reason check ((resolved_at is null) = (resolved_by is null) and (resolved_at
    is null) = (reason is null))
);
create index untold_to_tell on untold_news (found_at) where (resolved_at is null);
create index untold_done on untold_news (resolved_at desc) where (resolved_at is not null);
create index untold_of_account on untold_news (account_id);

-- Booked consultations as each of the staff knows them; no row: they know of none. Nothing of who the patient is or
-- why they come.
create table staff_news_known (
  consultation_id uuid not null references consultation on delete cascade,
  staff_id        uuid not null references staff,
  starts_at       timestamptz not null,
  primary key (consultation_id, staff_id)
);

-- Consultations that changed, to be set beside what is known of them, some time after the first change: what is moved twice
-- within it is told as it stands then.
create table staff_news_look (
  consultation_id uuid primary key references consultation on delete cascade,
  due_at          timestamptz not null
);
create index staff_news_looks_due on staff_news_look (due_at);

-- What waits to be told, and what was. Forgotten two days after it came about.
create table staff_news (
  id              uuid primary key default gen_random_uuid(),
  staff_id        uuid not null references staff,
  consultation_id uuid not null references consultation on delete cascade,
  kind            text not null check (kind in ('booked', 'moved', 'cancelled', 'passed-on', 'soon', 'late')),
  -- The start that it is about; of what is cancelled, the one that it had.
  starts_at       timestamptz not null,
  -- Of what is moved: the start before.
  was_at          timestamptz,
  due_at          timestamptz not null default clock_timestamp(),
  leased_until    timestamptz,
  sent            text[] not null default '{}',
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  constraint moved_from_some_time check ((kind = 'moved') = (was_at is not null))
);
-- By the clock once a start, whichever worker looks.
create unique index one_staff_word_a_start on staff_news (staff_id, consultation_id, kind, starts_at)
  where (kind in ('soon', 'late'));
create index staff_news_to_tell on staff_news (due_at) where (done_at is null);
create index staff_news_of on staff_news (staff_id, created_at);

-- What somebody of the staff chose; without a row they hear of everything by every way.
create table staff_news_choice (
  staff_id    uuid primary key references staff,
  ways        text[] not null check (ways <@ array['email', 'push', 'desk']),
  topics      text[] not null check (topics <@ array['bookings', 'moves', 'cancellations', 'starts', 'late']),
  quiet_from  text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint quiet_from_and_until check ((quiet_from is null) = (quiet_until is null))
);

-- Browsers of desks that may be woken; ended with the sign-in that allowed it, as a patient's are.
create table staff_push_device (
  id         uuid primary key default gen_random_uuid(),
  staff_id   uuid not null references staff,
  session_id uuid not null references session,
  address    text not null unique check (char_length(address) <= 1000),
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index staff_push_devices_of on staff_push_device (staff_id);
