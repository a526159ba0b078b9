-- When a session is over whatever is done in it (docs/decisions/0070): a patient's after a week, a colleague's after twelve
-- hours. Hours, as a day of the calendar may have 23 or 25 of them.
alter table session add column ends_at timestamptz;
-- The call that its holder is in goes on a little longer, and the session with it.
alter table session add column call_until timestamptz;
update session set ends_at = created_at + case when staff_id is null then interval '168 hours' else interval '12 hours' end;
alter table session
  alter column ends_at set not null,
  -- The shorter of the two: who forgets to say gives nobody too much.
  alter column ends_at set default now() + interval '12 hours',
  add constraint ends_in_time check (
    ends_at <= created_at + case when staff_id is null then interval '168 hours' else interval '12 hours' end),
  add constraint call_ends_in_time check (
    call_until is null or staff_id is not null and call_until <= created_at + interval '13 hours');
