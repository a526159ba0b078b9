-- Money that was not decided when the booked hour began: its patient hears that it is not booked.
alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check
  check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'too-late', 'reminder-day', 'reminder-hour', 'reminder-soon',
                  'called', 'missed', 'handed-over', 'late', 'late-choice', 'put-back', 'notes', 'prescription', 'turn',
                  'plan-paused', 'plan-resumed', 'plan-released'));
