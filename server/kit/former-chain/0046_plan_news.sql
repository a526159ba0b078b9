-- What the desk does with a subscription is told to its holder like news of a consultation (docs/decisions/0046).
alter table news
  alter column consultation_id drop not null,
  add column subscription_id uuid references subscription,
  add check (num_nonnulls(consultation_id, subscription_id) = 1),
  drop constraint news_kind_check,
  add constraint news_kind_check
    check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'reminder-day', 'reminder-hour', 'reminder-soon', 'called',
                    'missed', 'handed-over', 'notes', 'prescription', 'turn', 'plan-paused', 'plan-resumed', 'plan-released')),
  add check ((subscription_id is null) = (kind not like 'plan-%'));
