-- After booking: cancelling, changing the time, and money that goes back.

alter table care_order
  add column cancelled_at  timestamptz,
  add column cancelled_by  text check (cancelled_by in ('patient', 'clinician', 'missed-calls')),
  add column cancel_reason text check (char_length(cancel_reason) <= 200),
  -- As if it had never been bought: all money goes back, and a discount that it used is free again.
  add column voided        boolean not null default false,
  add check ((cancelled_at is null) = (cancelled_by is null)),
  add check (voided <= (cancelled_at is not null));

-- What is to go back of the money that was taken, in all. Never more than was taken, whoever asks how often.
alter table payment_attempt
  add column promised integer not null default 0,
  add constraint promised_within_captured check (promised between 0 and captured);

-- Money on its way back. The id is the provider's idempotency key.
create table refund (
  id              uuid primary key default gen_random_uuid(),
  attempt_id      uuid not null references payment_attempt,
  amount          integer not null check (amount > 0),
  reason          text not null check (reason in ('PAID_TOO_LATE', 'PATIENT_CANCELLED', 'CLINICIAN_CANCELLED', 'MISSED_CALLS')),
  state           text not null check (state in ('pending', 'done', 'refused')),
  -- What had gone back when it was first sent: with it, it is over as soon as the total is that much more.
  refunded_before integer,
  -- One process at a time sends it; after this another asks.
  leased_until    timestamptz,
  looked_at       timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  settled_at      timestamptz,
  check ((state = 'pending') = (settled_at is null))
);
-- Whatever cancels it, and however often: one refund.
create unique index one_refund_an_attempt on refund (attempt_id);
create index pending_refunds on refund (created_at) where (state = 'pending');

-- Late money of before this migration keeps its key.
insert into refund (id, attempt_id, amount, reason, state)
  select a.id, a.id, a.captured - a.refunded, 'PAID_TOO_LATE', 'pending'
  from payment_attempt a join care_order o on o.id = a.order_id and o.status = 'FAILED'
  where a.captured > a.refunded and a.quarantined_at is null;
update payment_attempt a set promised = r.amount from refund r where r.attempt_id = a.id;
drop index unsettled_attempts;

-- A booking has one booked time, and while somebody waits for it, it has it: neither a race nor a bug takes it away.
create unique index one_booked_claim_a_cart on slot_claim (cart_id) where (state = 'booked');
create function keep_booked_time() returns trigger language plpgsql as $$
begin
  if exists (select 1 from consultation where claim_id = new.id and status in ('QUEUED', 'ACTIVE')
      and not exists (select 1 from slot_claim where id = new.id and state = 'booked')) then
    raise exception 'a consultation has lost its time' using errcode = 'check_violation', constraint = 'booked_time_is_kept';
  end if;
  return null;
end $$;
create constraint trigger booked_time_is_kept after update of state on slot_claim deferrable initially deferred
  for each row when (old.state = 'booked' and new.state <> 'booked') execute function keep_booked_time();
create index consultations_of_claim on consultation (claim_id);
create index orders_of_patient on care_order (patient_id, created_at desc);
