-- Who still waits on demand when their product closes (decisions §10): since when, when it opens again, and until when they keep
-- the first place, if that is what they chose. The clock writes the first two down, so that every list says the same.
alter table consultation
  add column after_hours_since timestamptz,
  add column reopens_at timestamptz,
  add column kept_until timestamptz,
  add constraint only_who_waits_on_demand_waits_after_hours
    check (type = 'on-demand' or (after_hours_since is null and kept_until is null));

alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check
  check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'too-late', 'reminder-day', 'reminder-hour', 'reminder-soon',
                  'called', 'missed', 'handed-over', 'late', 'late-choice', 'after-hours', 'put-back', 'notes', 'prescription',
                  'turn', 'plan-paused', 'plan-resumed', 'plan-released'));
