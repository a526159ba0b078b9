-- Notifications to patients and staff, their channels and their delivery (docs/decisions/0181, 0092, 0097).

-- Order of delivery states.
create function delivery_rank(state text) returns integer language sql immutable as $$
  select array_position(array['queued', 'sent', 'undelivered', 'delivered', 'read'], state)
$$;

-- The outbox: notifications to patients, staff and other people, written in the transaction that causes them. What differs
-- between types is in the code (server/notification-definitions.ts). Deleted two days after they were due.
create table notification (
  id              uuid primary key default gen_random_uuid(),
  type            text not null check (type ~ '^[A-Za-z-]{1,40}$'),
  -- The recipient; neither where the type finds the address otherwise.
  account_id      uuid references account,
  staff_id        uuid references staff,
  consultation_id uuid references consultation on delete cascade,
  subscription_id uuid references subscription,
  -- Id of another subject: an offer's cart, a question, a webinar, an invitation, an opened record, a code.
  subject_id      text check (char_length(subject_id) between 1 and 100),
  -- The consultation's start at that time: a reminder of another start is out of date.
  starts_at       timestamptz,
  -- Of `staff-moved`: the previous start.
  was_at          timestamptz,
  -- Confirms what the recipient has just done, so it ignores quiet hours. Other changes wait until morning.
  asked           boolean not null default false,
  -- Of a code: the requested channel.
  channel         text check (channel in ('sms', 'call', 'email')),
  -- Address and language as they were then, for notices about a change of the account's own address.
  phone           text,
  email           text,
  locale          text,
  due_at          timestamptz not null default clock_timestamp(),
  -- Lease: one process at a time sends it.
  leased_until    timestamptz,
  -- Channels that have sent it; a retry uses the others. A device is `push:` and its id.
  sent            text[] not null default '{}',
  -- Channels that refused it for good (the vendor, mail server or device said so); the next channel follows.
  refused         text[] not null default '{}',
  -- When a provider was first found down.
  failing_since   timestamptz,
  done_at         timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  constraint one_recipient check (num_nonnulls(account_id, staff_id) <= 1),
  constraint one_subject check (num_nonnulls(consultation_id, subscription_id, subject_id) <= 1),
  constraint plan_types_of_subscriptions check ((subscription_id is null) = (type not like 'plan-%')),
  constraint staff_types_of_staff check (type not like 'staff-%' or num_nulls(staff_id, consultation_id, starts_at) = 0),
  constraint moved_from_some_time check ((type = 'staff-moved') = (was_at is not null))
);
-- Once for each start, whichever worker notices.
create unique index one_reminder_a_time on notification (consultation_id, type, starts_at) where (type like 'reminder-%');
create unique index one_late_word_a_time on notification (consultation_id, type, starts_at) where (type like 'late%');
create unique index one_staff_word_a_start on notification (staff_id, consultation_id, type, starts_at)
  where (type in ('staff-soon', 'staff-late'));
-- Once for each webinar, also when the registration was cancelled and made again.
create unique index one_reminder_a_webinar on notification (account_id, subject_id) where (type = 'webinar');
create index notifications_to_send on notification (due_at) where (done_at is null);
create index notifications_by_age on notification (created_at);
create index notifications_of_staff on notification (staff_id, created_at) where (staff_id is not null);

-- A patient's notification settings; without a row the partner's defaults apply.
create table notification_settings (
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
  notification_id uuid not null references notification on delete cascade,
  channel    text not null check (channel in ('sms', 'whatsapp')),
  state      text not null check (state in ('queued', 'sent', 'undelivered', 'delivered', 'read')),
  -- The vendor's reason why it was not delivered.
  error_code integer,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);
create index messages_of_notification on sent_message (notification_id, channel);

-- Delivery states never regress, whichever process writes.
create function keep_delivery_ranked() returns trigger language plpgsql as $$
begin
  if delivery_rank(new.state) < delivery_rank(old.state) then
    raise exception 'a delivery does not go back' using errcode = 'check_violation', constraint = 'delivery_ranked';
  end if;
  return new;
end $$;
create trigger delivery_ranked before update on sent_message for each row execute function keep_delivery_ranked();

-- A notification that no channel delivered: a task for staff to call. It outlives the notification.
create table undelivered_notification (
  id              uuid primary key default gen_random_uuid(),
  notification_id uuid not null unique,
  account_id      uuid references account,
  staff_id        uuid references staff,
  invitation_id   uuid references staff_invitation on delete cascade,
  consultation_id uuid references consultation on delete cascade,
  subscription_id uuid references subscription,
  kind            text not null check (char_length(kind) between 1 and 40),
  -- Channels that were tried.
  channels        text[] not null check (
    channels <@ array['email', 'sms', 'whatsapp', 'push'] and cardinality(channels) > 0),
  found_at        timestamptz not null default clock_timestamp(),
  resolved_at     timestamptz,
  resolved_by     uuid references staff,
  reason          text check (char_length(reason) between 10 and 500),
  constraint one_recipient check (num_nonnulls(account_id, staff_id, invitation_id) = 1),
  constraint resolved_by_somebody_for_a_reason check ((resolved_at is null) = (resolved_by is null) and (resolved_at
    is null) = (reason is null))
);
create index undelivered_to_tell on undelivered_notification (found_at) where (resolved_at is null);
create index undelivered_done on undelivered_notification (resolved_at desc) where (resolved_at is not null);
create index undelivered_of_account on undelivered_notification (account_id);

-- The start of a scheduled consultation that each member of staff was last notified of; without a row, none. Holds
-- neither the patient nor the reason.
create table staff_known_start (
  consultation_id uuid not null references consultation on delete cascade,
  staff_id        uuid not null references staff,
  starts_at       timestamptz not null,
  primary key (consultation_id, staff_id)
);

-- Consultations that changed, to be compared with `staff_known_start` a minute after the first change: several changes
-- within it become one notification.
create table staff_change_check (
  consultation_id uuid primary key references consultation on delete cascade,
  due_at          timestamptz not null
);
create index staff_change_checks_due on staff_change_check (due_at);

-- Notification settings of staff; without a row they get everything on every channel.
create table staff_notification_settings (
  staff_id    uuid primary key references staff,
  channels    text[] not null check (channels <@ array['email', 'push', 'desk']),
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
