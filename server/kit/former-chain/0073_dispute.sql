-- Money that its payer, or their bank, wants back: a fact of its own beside the payment, one of each kind a payment. Told by the
-- provider, or recorded by a manager where the provider only writes to people.
create table dispute (
  id          uuid primary key default gen_random_uuid(),
  attempt_id  uuid not null references payment_attempt,
  kind        text not null check (kind in ('chargeback', 'mediation')),
  state       text not null check (state in ('open', 'answered', 'won', 'lost')),
  -- Minor units.
  amount      integer not null check (amount > 0),
  -- Until when the provider takes evidence.
  deadline    timestamptz,
  -- The provider's name for the case.
  reference   text check (char_length(reference) between 1 and 80),
  -- Who wrote it down by hand, and decides it by hand; null: the provider told.
  recorded_by uuid references staff,
  opened_at   timestamptz not null default clock_timestamp(),
  -- When somebody answered at the provider's own desk.
  answered_at timestamptz,
  answered_by uuid references staff,
  decided_at  timestamptz,
  changed_at  timestamptz not null default clock_timestamp(),
  unique (attempt_id, kind),
  check ((answered_at is null) = (answered_by is null)),
  check ((state in ('won', 'lost')) = (decided_at is not null))
);
create index undecided_disputes on dispute (deadline, opened_at) where (state in ('open', 'answered'));
create index decided_disputes on dispute (decided_at desc) where (state in ('won', 'lost'));

-- What is known of a dispute never goes back, whoever writes.
create function keep_dispute_ranked() returns trigger language plpgsql as $$
begin
  if array_position(array['open', 'answered', 'won', 'lost'], new.state)
      < array_position(array['open', 'answered', 'won', 'lost'], old.state) then
    raise exception 'a dispute does not go back' using errcode = 'check_violation', constraint = 'dispute_ranked';
  end if;
  return new;
end $$;
create trigger dispute_ranked before update on dispute for each row execute function keep_dispute_ranked();

-- What the payer's bank took by a chargeback, in minor units: it may come on top of what was given back before.
alter table payment_attempt add column charged_back integer not null default 0 check (charged_back between 0 and captured);

create or replace view paid_money as
  select a.id, a.captured, a.refunded, a.quarantined_at is not null as is_set_aside, a.charged_back,
    exists (select 1 from dispute d where d.attempt_id = a.id and d.state in ('open', 'answered')) as is_in_dispute
  from payment_attempt a
  union all
  select p.id, case when p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED') then p.amount else 0 end, p.refunded,
    s.quarantined_at is not null, 0, false
  from subscription_payment p join subscription s on s.id = p.subscription_id;

-- A notification may speak of a dispute by its own name.
alter table webhook_inbox add column dispute_id text;

alter table reconciliation_task drop constraint reconciliation_task_kind_check;
alter table reconciliation_task add constraint reconciliation_task_kind_check
  check (kind in ('UNKNOWN_PAYMENT', 'NOT_RECORDED', 'MISSING_PAYMENT', 'AMOUNT_DIFFERS', 'CURRENCY_DIFFERS',
    'REFUND_DIFFERS', 'DISPUTE_DIFFERS', 'MONEY_SET_ASIDE', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));

do $$
declare
  of_act     text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_act_check');
  of_subject text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_subject_kind_check');
begin
  alter table audit drop constraint audit_act_check, drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(of_act, 'ARRAY[', 'ARRAY[''record-dispute''::text, '
    || '''answer-dispute''::text, ''decide-dispute''::text, ');
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(of_subject, 'ARRAY[', 'ARRAY[''dispute''::text, ');
end $$;
