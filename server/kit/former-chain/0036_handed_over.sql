-- Who is looked after by somebody else now is told so (docs/decisions/0051).
alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'reminder-day',
  'reminder-hour', 'reminder-soon', 'called', 'missed', 'handed-over', 'notes'));
