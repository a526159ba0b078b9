-- Money of a subscription's month goes back as that of an order does, and a subscription may pause (docs/decisions/0049).

-- A refund, and what is asked for, is of an order's attempt or of a month.
alter table refund
  alter column attempt_id drop not null,
  add column subscription_payment_id uuid references subscription_payment,
  add column payment_id uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  add check (num_nonnulls(attempt_id, subscription_payment_id) = 1),
  -- Nothing gives a month back by itself.
  add check (subscription_payment_id is null or reason = 'DESK');
create index refunds_by_payment on refund (payment_id, created_at);

alter table refund_request
  alter column attempt_id drop not null,
  add column subscription_payment_id uuid references subscription_payment,
  add column payment_id uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  add check (num_nonnulls(attempt_id, subscription_payment_id) = 1);
drop index one_open_request_a_payment;
create unique index one_open_request_a_payment on refund_request (payment_id) where (state = 'open');
create index requests_by_payment on refund_request (payment_id, asked_at);

-- What came and what is back, of either kind, in minor units.
create view paid_money as
  select id, captured, refunded, quarantined_at is not null as is_set_aside from payment_attempt
  union all
  select p.id, case when p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED') then p.amount else 0 end, p.refunded,
    s.quarantined_at is not null
  from subscription_payment p join subscription s on s.id = p.subscription_id;

create or replace function keep_refunds_within_captured() returns trigger language plpgsql as $$
begin
  perform 1 from payment_attempt where id = new.attempt_id for update;
  perform 1 from subscription_payment where id = new.subscription_payment_id for update;
  if (select sum(amount) from refund where payment_id = new.payment_id)
      > (select captured from paid_money where id = new.payment_id) then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_within_captured';
  end if;
  return null;
end $$;

-- Tasks of months, and of invoices that nobody but a person can write or cancel.
alter table reconciliation_task add column subscription_payment_id uuid references subscription_payment;
alter table reconciliation_task drop constraint reconciliation_task_kind_check;
alter table reconciliation_task add constraint reconciliation_task_kind_check
  check (kind in ('UNKNOWN_PAYMENT', 'NOT_RECORDED', 'MISSING_PAYMENT', 'AMOUNT_DIFFERS', 'CURRENCY_DIFFERS',
    'REFUND_DIFFERS', 'MONEY_SET_ASIDE', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));
drop index one_task_a_difference;
drop index one_open_task_a_payment;
create unique index one_task_a_difference on reconciliation_task
  (kind, provider, coalesce(provider_payment_id, attempt_id::text), coalesce(ours, -1), coalesce(theirs, -1))
  where (kind not in ('MONEY_SET_ASIDE', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));
create unique index one_open_task_a_payment on reconciliation_task (kind, (coalesce(attempt_id, subscription_payment_id)))
  where (state = 'open' and kind in ('MONEY_SET_ASIDE', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));

-- What the desk does with a subscription, and what it lists.
alter table subscription drop constraint subscription_wish_check;
alter table subscription add constraint subscription_wish_check
  check (wish in ('card', 'end', 'stay', 'close', 'pause', 'resume'));
alter table subscription_event
  drop constraint subscription_event_source_check,
  add constraint subscription_event_source_check check (source in ('app', 'webhook', 'job', 'staff')),
  add column staff_id uuid references staff,
  add check (staff_id is null or source = 'staff');
create index subscriptions_by_time on subscription (created_at desc, id);

do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check '
    || replace(def, 'ARRAY[', 'ARRAY[''pause-subscription''::text, ''resume-subscription''::text, ''release-subscription''::text, ');
  execute check_of || 'conname = ''audit_subject_kind_check''' into found_name, def;
  alter table audit drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(def, 'ARRAY[', 'ARRAY[''subscription''::text, ');
end $$;
