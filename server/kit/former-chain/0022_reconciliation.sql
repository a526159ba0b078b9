-- Differences between our books and the provider's, and money that a person must look at. Found once; found again only
-- when the numbers are others.
create table reconciliation_task (
  id                  uuid primary key default gen_random_uuid(),
  kind                text not null check (kind in ('UNKNOWN_PAYMENT', 'NOT_RECORDED', 'MISSING_PAYMENT', 'AMOUNT_DIFFERS',
                        'CURRENCY_DIFFERS', 'REFUND_DIFFERS', 'MONEY_SET_ASIDE', 'REFUND_REFUSED')),
  provider            text not null,
  provider_payment_id text,
  attempt_id          uuid references payment_attempt,
  order_id            uuid references care_order,
  -- Minor units: what our books say and what the provider says.
  ours                integer,
  theirs              integer,
  state               text not null default 'open' check (state in ('open', 'resolved')),
  found_at            timestamptz not null default clock_timestamp(),
  resolved_at         timestamptz,
  resolved_by         uuid references staff,
  reason              text check (char_length(reason) between 10 and 500),
  check (provider_payment_id is not null or attempt_id is not null),
  check ((state = 'resolved') = (resolved_at is not null and resolved_by is not null and reason is not null)),
  check ((attempt_id is null) = (order_id is null))
);
create unique index one_task_a_difference on reconciliation_task
  (kind, provider, coalesce(provider_payment_id, attempt_id::text), coalesce(ours, -1), coalesce(theirs, -1));
create index open_reconciliation_tasks on reconciliation_task (found_at) where (state = 'open');
