-- Notifications to patients and staff, their channels and their delivery (docs/decisions/0046, 0092, 0097).

-- Order of delivery states.
create function delivery_rank(state text) returns integer language sql immutable as $$
  select array_position(array['queued', 'sent', 'undelivered', 'delivered', 'read'], state)
$$;

-- Notifications to patients, written in the transaction that causes them. Deleted after two days.
create table news (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid not null references account,
  consultation_id uuid references consultation on delete cascade,
  -- Notifications about a subscription (docs/decisions/0046).
  subscription_id uuid references subscription,
  kind            text not null check (kind in (
    'booked', 'moved', 'cancelled', 'refunded', 'too-late', 'reminder-day', 'reminder-hour', 'reminder-soon',
    'called', 'missed', 'handed-over', 'late', 'late-choice', 'after-hours', 'times-offered', 'put-back',
    'notes', 'prescription', 'turn', 'plan-paused', 'plan-resumed', 'plan-released')),
  -- Confirms what the recipient has just done, so it ignores quiet hours. Other changes wait until morning.
  asked           boolean not null default false,
  -- The consultation's start at that time: a reminder of another start is out of date.
  starts_at       timestamptz,
  due_at          timestamptz not null default clock_timestamp(),
  -- Lease: one process at a time sends it.
  leased_until    timestamptz,
  -- Channels that have sent it; a retry uses the others.
  sent            text[] not null default '{}',
  -- Channels that refused it for good (the vendor or mail server said so); the next channel follows.
  refused         text[] not null default '{}',
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  constraint of_consultation_or_subscription check (num_nonnulls(consultation_id, subscription_id) = 1),
  constraint plan_news_of_subscriptions check ((subscription_id is null) = (kind not like 'plan-%'))
);
create unique index one_reminder_a_time on news (consultation_id, kind, starts_at) where (kind like 'reminder-%');
create index news_to_tell on news (due_at) where (done_at is null);
create index news_by_age on news (created_at);
-- Once for each start, whichever worker notices.
create unique index one_late_word_a_time on news (consultation_id, kind, starts_at) where (kind like 'late%');

-- A patient's notification settings; without a row the partner's defaults apply.
create table news_choice (
  account_id       uuid primary key references account,
  channels         text[] not null check (channels <@ array['sms', 'email', 'whatsapp']),
  topics           text[] not null check (topics <@ array['bookings', 'reminders', 'calls', 'records', 'offers']),
  quiet_from       text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until      text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The recipient replied STOP: the vendor refuses texts to this number until START.
  texts_stopped_at timestamptz,
  changed_at       timestamptz not null default clock_timestamp(),
  constraint quiet_from_and_until check ((quiet_from is null) = (quiet_until is null))
);

-- Push subscriptions of browsers and of the apps for Android and iOS (docs/decisions/0086). `session_id` is the session
-- that allowed it: signing out of it ends the subscription.
create table push_device (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  session_id uuid not null references session,
  kind       text not null check (kind in ('web', 'fcm', 'apns')),
  address    text not null unique check (char_length(address) <= 1000),
  p256dh     text,
  auth       text,
  created_at timestamptz not null default clock_timestamp(),
  -- Only browsers have keys.
  constraint keys_are_of_browsers check (num_nulls(p256dh, auth) = case kind when 'web' then 0 else 2 end)
);
create index push_devices_of_account on push_device (account_id);

-- Messages by the vendor's id, for delivery updates; deleted with their notification. The callback address names the
-- notification too, so that a callback that arrives before this row is committed is not lost.
create table sent_message (
  reference  text primary key check (reference ~ '^\w{1,64}$'),
  news_id    uuid not null references news on delete cascade,
  way        text not null check (way in ('sms', 'whatsapp')),
  state      text not null check (state in ('queued', 'sent', 'undelivered', 'delivered', 'read')),
  -- The vendor's reason why it was not delivered.
  error_code integer,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);
create index messages_of_news on sent_message (news_id, way);

-- Delivery states never regress, whichever process writes.
create function keep_delivery_ranked() returns trigger language plpgsql as $$
begin
  if delivery_rank(new.state) < delivery_rank(old.state) then
    raise exception 'a delivery does not go back' using errcode = 'check_violation', constraint = 'delivery_ranked';
  end if;
  return new;
end $$;
create trigger delivery_ranked before update on sent_message for each row execute function keep_delivery_ranked();

-- A notification that no channel delivered: a task for staff to call the patient. It outlives the notification.
create table untold_news (
  id              uuid primary key default gen_random_uuid(),
  news_id         uuid not null unique,
  account_id      uuid not null references account,
  consultation_id uuid references consultation on delete cascade,
  subscription_id uuid references subscription,
  kind            text not null check (char_length(kind) between 1 and 40),
  -- Channels that were tried.
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

-- What each member of staff was last told of a scheduled consultation; no row: nothing. Without the patient and the
-- reason.
create table staff_news_known (
  consultation_id uuid not null references consultation on delete cascade,
  staff_id        uuid not null references staff,
  starts_at       timestamptz not null,
  primary key (consultation_id, staff_id)
);

-- Consultations that changed, to be compared with `staff_news_known` a minute after the first change: several changes
-- within it become one notification.
create table staff_news_look (
  consultation_id uuid primary key references consultation on delete cascade,
  due_at          timestamptz not null
);
create index staff_news_looks_due on staff_news_look (due_at);

-- Notifications to staff, sent and unsent. Deleted after two days.
create table staff_news (
  id              uuid primary key default gen_random_uuid(),
  staff_id        uuid not null references staff,
  consultation_id uuid not null references consultation on delete cascade,
  kind            text not null check (kind in ('booked', 'moved', 'cancelled', 'passed-on', 'soon', 'late')),
  -- The start that it is about; for a cancellation, the cancelled one.
  starts_at       timestamptz not null,
  -- For a move: the previous start.
  was_at          timestamptz,
  due_at          timestamptz not null default clock_timestamp(),
  leased_until    timestamptz,
  sent            text[] not null default '{}',
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  constraint moved_from_some_time check ((kind = 'moved') = (was_at is not null))
);
-- Once for each start, whichever worker notices.
create unique index one_staff_word_a_start on staff_news (staff_id, consultation_id, kind, starts_at)
  where (kind in ('soon', 'late'));
create index staff_news_to_tell on staff_news (due_at) where (done_at is null);
create index staff_news_of on staff_news (staff_id, created_at);

-- Notification settings of staff; without a row they get everything on every channel.
create table staff_news_choice (
  staff_id    uuid primary key references staff,
  ways        text[] not null check (ways <@ array['email', 'push', 'desk']),
  topics      text[] not null check (topics <@ array['bookings', 'moves', 'cancellations', 'starts', 'late']),
  quiet_from  text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint quiet_from_and_until check ((quiet_from is null) = (quiet_until is null))
);

-- Push subscriptions of desk browsers; they end with the session that allowed them.
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
