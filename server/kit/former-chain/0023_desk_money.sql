-- Money that goes back because two people at the desk decided it, and what a person settles of what was set aside.

-- What the machine gives back by itself is one refund an attempt, as before; people may give back in parts.
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check
  check (reason in ('PAID_TOO_LATE', 'PATIENT_CANCELLED', 'CLINICIAN_CANCELLED', 'MISSED_CALLS', 'DESK'));
drop index one_refund_an_attempt;
create unique index one_own_refund_an_attempt on refund (attempt_id) where (reason <> 'DESK');
create index refunds_of_attempt on refund (attempt_id, created_at);
create index refused_refunds on refund (settled_at) where (state = 'refused');

-- Of one payment never more goes back than came, in however many parts and by whatever way.
create function keep_refunds_within_captured() returns trigger language plpgsql as $$
begin
  perform 1 from payment_attempt where id = new.attempt_id for update;
  if (select sum(amount) from refund where attempt_id = new.attempt_id)
      > (select captured from payment_attempt where id = new.attempt_id) then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_within_captured';
  end if;
  return null;
end $$;
create trigger refunds_within_captured after insert or update of amount, attempt_id on refund
  for each row execute function keep_refunds_within_captured();

-- Asked for by one, approved by another.
create table refund_request (
  id         uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references payment_attempt,
  -- Minor units.
  amount     integer not null check (amount > 0),
  reason     text not null check (char_length(reason) between 10 and 500),
  state      text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired')),
  asked_by   uuid not null references staff,
  asked_at   timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_by   uuid references staff,
  ended_at   timestamptz,
  answer     text check (char_length(answer) between 10 and 500),
  refund_id  uuid unique references refund,
  constraint approved_by_another check (state <> 'approved' or ended_by <> asked_by),
  constraint withdrawn_by_oneself check (state <> 'withdrawn' or ended_by = asked_by),
  check ((state = 'open') = (ended_at is null)),
  check ((state in ('approved', 'declined', 'withdrawn')) = (ended_by is not null)),
  check ((state = 'approved') = (refund_id is not null)),
  check ((state in ('declined', 'withdrawn')) = (answer is not null))
);
create unique index one_open_request_a_payment on refund_request (attempt_id) where (state = 'open');
create index requests_of_payment on refund_request (attempt_id, asked_at);

-- Who of staff it was, where somebody at the desk moved an order.
alter table order_event add column staff_id uuid references staff, add check (staff_id is null or source = 'staff');

-- A task about a payment's own end may come again once it was settled; a difference of the books only with other numbers.
drop index one_task_a_difference;
create unique index one_task_a_difference on reconciliation_task
  (kind, provider, coalesce(provider_payment_id, attempt_id::text), coalesce(ours, -1), coalesce(theirs, -1))
  where (kind not in ('MONEY_SET_ASIDE', 'REFUND_REFUSED'));
create unique index one_open_task_a_payment on reconciliation_task (kind, attempt_id)
  where (state = 'open' and kind in ('MONEY_SET_ASIDE', 'REFUND_REFUSED'));
create index tasks_of_order on reconciliation_task (order_id, found_at);
create index resolved_tasks on reconciliation_task (resolved_at desc) where (state = 'resolved');

-- What the desk lists and looks for.
create index orders_by_time on care_order (created_at desc, id);
create index failed_orders on care_order (created_at desc, id) where (status = 'FAILED');
create index orders_of_card on care_order ((right(masked_card_number, 4)), created_at desc) where (masked_card_number is not null);
create index quarantined_attempts on payment_attempt (order_id) where (quarantined_at is not null);
create index payments_by_provider_id on payment_attempt (provider_payment_id) where (provider_payment_id is not null);

-- What managers do with money is recorded like what is done to people.
do $$
declare
  of_act     text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_act_check');
  of_subject text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_subject_kind_check');
begin
  alter table audit drop constraint audit_act_check, drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(of_act, 'ARRAY[', 'ARRAY[''ask-refund''::text, '
    || '''approve-refund''::text, ''decline-refund''::text, ''withdraw-refund''::text, ''retry-refund''::text, '
    || '''release-payment''::text, ''resolve-task''::text, ');
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(of_subject, 'ARRAY[', 'ARRAY[''order''::text, ''task''::text, ');
end $$;
