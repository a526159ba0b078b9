-- What the staff is told of booked consultations (docs/decisions/0092): that they are booked, moved, cancelled or near, and
-- that nobody came. Nothing of who the patient is or why they come.

-- As each of them knows a consultation; no row: they know of none.
create table staff_news_known (
  consultation_id uuid not null references consultation on delete cascade,
  staff_id        uuid not null references staff,
  starts_at       timestamptz not null,
  primary key (consultation_id, staff_id)
);
-- What is booked before this came is known.
insert into staff_news_known (consultation_id, staff_id, starts_at)
select c.id, t.id, c.starts_at from consultation c join staff t on t.clinician_id = c.clinician_id
where c.status = 'QUEUED' and c.type = 'scheduled' and c.starts_at is not null;

-- Consultations that changed, to be set beside what is known of them, some time after the first change: what is moved twice
-- within it is told as it stands then.
create table staff_news_look (
  consultation_id uuid primary key references consultation on delete cascade,
  due_at          timestamptz not null
);
create index staff_news_looks_due on staff_news_look (due_at);

-- Whoever changes it, and by whichever road. The row is locked again by every change, so that no change that is on its way
-- is taken for looked at.
create function look_for_staff_news() returns trigger language plpgsql as $$
begin
  insert into staff_news_look (consultation_id, due_at) values (new.id, clock_timestamp() + interval '1 minute')
  on conflict (consultation_id) do update set due_at = staff_news_look.due_at;
  return null;
end $$;
create trigger new_to_staff after insert on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING') execute function look_for_staff_news();
create trigger changed_to_staff after update of status, clinician_id, starts_at on consultation
  for each row when (new.type = 'scheduled' and new.status <> 'PENDING'
    and (old.status, old.clinician_id, old.starts_at) is distinct from (new.status, new.clinician_id, new.starts_at))
  execute function look_for_staff_news();

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
  check ((kind = 'moved') = (was_at is not null))
);
-- By the clock once a start, whichever worker looks.
create unique index one_staff_word_a_start on staff_news (staff_id, consultation_id, kind, starts_at)
  where (kind in ('soon', 'late'));
create index staff_news_to_tell on staff_news (due_at) where (done_at is null);
create index staff_news_of on staff_news (staff_id, created_at);

-- What somebody chose; without a row they hear of everything by every way.
create table staff_news_choice (
  staff_id    uuid primary key references staff,
  ways        text[] not null check (ways <@ array['email', 'push', 'desk']),
  topics      text[] not null check (topics <@ array['bookings', 'moves', 'cancellations', 'starts', 'late']),
  quiet_from  text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  check ((quiet_from is null) = (quiet_until is null))
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
