-- A month of a subscription is disputed like any other payment: a dispute is about one of the two.
alter table dispute alter column attempt_id drop not null,
  add column subscription_payment_id uuid references subscription_payment,
  add column payment_id uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  add constraint dispute_of_one_payment check (num_nonnulls(attempt_id, subscription_payment_id) = 1),
  drop constraint dispute_attempt_id_kind_key,
  add constraint dispute_one_of_a_kind unique (payment_id, kind);

-- What the payer's bank took, in minor units: it may come on top of what was given back before.
alter table subscription_payment
  add column charged_back integer not null default 0 check (charged_back between 0 and amount);

create or replace view paid_money as
  select a.id, a.captured, a.refunded, a.quarantined_at is not null as is_set_aside, a.charged_back,
    exists (select 1 from dispute d where d.payment_id = a.id and d.state in ('open', 'answered')) as is_in_dispute
  from payment_attempt a
  union all
  select p.id, case when p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED') then p.amount else 0 end, p.refunded,
    s.quarantined_at is not null, p.charged_back,
    exists (select 1 from dispute d where d.payment_id = p.id and d.state in ('open', 'answered'))
  from subscription_payment p join subscription s on s.id = p.subscription_id;
