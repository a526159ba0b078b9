-- Orders, payment attempts, refunds, disputes, reconciliation and invoices.

-- An order of a consultation.
create table care_order (
  id                 uuid primary key default gen_random_uuid(),
  uuid               uuid not null default gen_random_uuid() unique,
  cart_id            uuid not null references cart,
  slot_hold_id           uuid references slot_hold,
  account_id         uuid not null references account,
  patient_id         uuid not null references patient,
  product_id         text not null,
  product_slug       text not null,
  product_name       text not null,
  status             text not null check (status in ('PROCESSING', 'PENDING', 'ACTIVE', 'FAILED')),
  failure_domain     text check (failure_domain = 'Payment'),
  failure_reason     text,
  amount             integer not null check (amount >= 0),
  currency           text not null check (currency in ('EUR', 'BRL', 'USD')),
  refunded           integer not null default 0,
  price              jsonb not null,
  payment_method     text not null,
  card_type          text,
  masked_card_number text,
  installments       integer not null default 1 check (installments between 1 and 3),
  -- Total that the payer's bank charges for installments with interest (docs/decisions/0093). Our books count `amount`.
  -- Null: the same as `amount`.
  payer_total        integer,
  challenge_url      text,
  -- 3-D Secure request (`creq`) that is posted to the challenge page in a frame; without it, the page opens by its
  -- address.
  challenge_request  text,
  -- Home and billing address at the time of the order.
  home_address       jsonb,
  billing_address    jsonb,
  cancelled_at       timestamptz,
  cancelled_by       text check (cancelled_by in ('patient', 'clinician', 'missed-calls', 'absence')),
  cancel_reason      text check (char_length(cancel_reason) <= 200),
  -- Cancelled as if never bought: the payment is refunded in full, and a discount that it used is available again.
  voided             boolean not null default false,
  created_at         timestamptz not null default now(),
  changed_at         timestamptz not null default now(),
  constraint refunded_within_amount check (refunded between 0 and amount),
  constraint failed_for_a_reason check ((status = 'FAILED') = (failure_reason is not null)),
  constraint challenge_while_pending check (challenge_url is null or status = 'PENDING'),
  constraint cancelled_by_somebody check ((cancelled_at is null) = (cancelled_by is null)),
  constraint voided_once_cancelled check (voided <= (cancelled_at is not null)),
  constraint interest_needs_installments check (payer_total is null or (installments > 1 and payer_total >= amount)),
  constraint request_of_a_challenge check (challenge_request is null or challenge_url is not null)
);
-- One order for each cart; a failed order allows another one.
create unique index one_order_a_cart on care_order (cart_id) where (status <> 'FAILED');
create index orders_of_account on care_order (account_id, created_at desc);
create index unfinished_orders on care_order (created_at) where (status in ('PROCESSING', 'PENDING'));
create index orders_of_patient on care_order (patient_id, created_at desc);
-- For the lists and searches of the desk.
create index orders_by_time on care_order (created_at desc, id);
create index failed_orders on care_order (created_at desc, id) where (status = 'FAILED');
create index orders_of_card on care_order ((right(masked_card_number, 4)), created_at desc)
  where (masked_card_number is not null);

create trigger order_of_living_patient before insert on care_order
  for each row execute function refuse_deleted_patient();

-- A referral's discount on one order of the account's family. It is used while its order has neither failed nor been
-- refunded.
create table referral_discount (
  id          uuid primary key default gen_random_uuid(),
  referral_id uuid not null references referral,
  side        text not null check (side in ('referee', 'referrer')),
  account_id  uuid not null references account,
  percentage  integer not null check (percentage between 1 and 100),
  -- The referrer's discount is earned when the friend's first consultation has ended.
  earned_at   timestamptz,
  order_id    uuid unique references care_order,
  created_at  timestamptz not null default clock_timestamp(),
  unique (referral_id, side),
  constraint referee_earns_at_once check (side = 'referrer' or earned_at is not null),
  constraint used_once_earned check (order_id is null or earned_at is not null)
);
create index referral_discounts_of_account on referral_discount (account_id);

-- An order's use of a promo code. Released when the order fails or is refunded in full.
create table promo_redemption (
  order_id             uuid primary key references care_order,
  promo_code_id        uuid not null,
  account_id           uuid not null references account,
  most_uses_an_account integer not null,
  -- Number of this use within the account: concurrent orders cannot take the same one.
  use_of_account       integer not null,
  redeemed_at          timestamptz not null default clock_timestamp(),
  released_at          timestamptz,
  foreign key (promo_code_id, most_uses_an_account) references promo_code (id, most_uses_an_account),
  constraint use_within_account_limit check (use_of_account between 1 and most_uses_an_account)
);
create unique index one_use_at_a_time on promo_redemption (promo_code_id, account_id, use_of_account)
  where (released_at is null);

create function count_promo_use() returns trigger language plpgsql as $$
begin
  update promo_code set uses = uses + case when new.released_at is null then 1 else -1 end where id = new.promo_code_id;
  return null;
end $$;
create trigger promo_use_is_counted after insert on promo_redemption
  for each row execute function count_promo_use();
create trigger promo_use_is_given_back after update of released_at on promo_redemption
  for each row when ((old.released_at is null) <> (new.released_at is null)) execute function count_promo_use();

-- History of an order, with the source of each change.
create table order_event (
  id       bigint primary key generated always as identity,
  order_id uuid not null references care_order,
  status   text not null,
  source   text not null check (source in ('app', 'api', 'webhook', 'job', 'staff')),
  -- The member of staff, for changes made at the desk.
  staff_id uuid references staff,
  detail   text,
  at       timestamptz not null default clock_timestamp(),
  constraint staff_alone_has_a_name check (staff_id is null or source = 'staff')
);
create index events_of_order on order_event (order_id, id);

-- Cards saved at the payment provider: the provider's ids and what the patient recognises, never a card number.
create table saved_card (
  id                   uuid primary key default gen_random_uuid(),
  account_id           uuid not null references account,
  provider             text not null check (provider in ('monei', 'mercadopago')),
  -- The provider's identifier of the physical card: equal however often it is saved.
  fingerprint          text not null check (fingerprint <> ''),
  provider_customer_id text,
  -- Charged with this alone (MONEI), or together with the security code (Mercado Pago).
  provider_card_id     text not null check (provider_card_id <> ''),
  card_type            text not null check (card_type in ('visa', 'master', 'amex')),
  masked_card_number   text not null check (masked_card_number ~ '^•••• \d{4}$'),
  expiry_month         integer not null check (expiry_month between 1 and 12),
  expiry_year          integer not null check (expiry_year between 2000 and 2100),
  -- Hidden from the patient; the row is deleted when the provider has deleted the card.
  removed_at           timestamptz,
  created_at           timestamptz not null default clock_timestamp(),
  unique (account_id, provider, fingerprint),
  constraint customer_at_mercadopago check ((provider = 'mercadopago') = (provider_customer_id is not null))
);
create index removed_cards on saved_card (removed_at) where (removed_at is not null);

-- The intent is committed before any call to the provider; the id is the provider's idempotency key.
create table payment_attempt (
  id                  uuid primary key default gen_random_uuid(),
  order_id            uuid not null references care_order,
  -- Pix: its code is valid until `expires_at`, and is deleted when it can no longer be paid.
  method              text not null default 'card' check (method in ('card', 'pix')),
  provider            text not null,
  provider_payment_id text,
  state               text not null check (
    state in ('intended', 'processing', 'pending', 'succeeded', 'failed', 'refunded')),
  -- Single-use token that the charge needs, never a card number. Deleted when the result is final.
  token               jsonb,
  -- Whether to save the card after a successful charge, and which saved card is charged.
  saves_card          boolean not null default false,
  saved_card_id       uuid references saved_card on delete set null,
  pix_code            text,
  expires_at          timestamptz,
  -- Abandoned by the patient for another code or payment method: it must not be paid any more.
  given_up_at         timestamptz,
  amount              integer not null check (amount > 0),
  captured            integer not null default 0,
  refunded            integer not null default 0,
  -- Total owed back to the payer. The constraint bounds it by what was captured, however many requests there are.
  refund_owed            integer not null default 0,
  -- Taken back by the payer's bank, in minor units; it can come on top of refunds.
  charged_back        integer not null default 0,
  currency            text not null,
  failure_reason      text,
  -- Lease: one process at a time charges. After it ends, another one asks the provider for the result.
  leased_until        timestamptz,
  -- When the provider was last asked.
  checked_at           timestamptz,
  -- Since when the patient's bank waits for the patient.
  pending_since       timestamptz,
  -- On hold: the provider reports another amount or currency. A person must decide.
  on_hold_at      timestamptz,
  created_at          timestamptz not null default clock_timestamp(),
  changed_at          timestamptz not null default clock_timestamp(),
  constraint captured_whole check (captured in (0, amount)),
  constraint refunded_within_captured check (refunded <= captured),
  constraint pix_expires check ((method = 'pix') = (expires_at is not null)),
  constraint pix_code_while_pending check (pix_code is null or (method = 'pix' and state = 'pending')),
  constraint charged_back_within_captured check (charged_back between 0 and captured),
  constraint refund_owed_within_captured check (refund_owed between 0 and captured)
);
create unique index one_live_attempt_an_order on payment_attempt (order_id) where (state <> 'failed');
create unique index attempt_of_provider_payment on payment_attempt (provider, provider_payment_id);
create index attempts_of_card on payment_attempt (saved_card_id) where (saved_card_id is not null);
-- Read with every booking: stays fast with a million orders.
create index attempts_of_order on payment_attempt (order_id);
create index attempts_on_hold on payment_attempt (order_id) where (on_hold_at is not null);
create index payments_by_provider_id on payment_attempt (provider_payment_id) where (provider_payment_id is not null);
-- A job looks for cards to save every five seconds; failed attempts, which nobody will save, are not in the index.
create index cards_to_keep on payment_attempt (changed_at) where (saves_card and captured > 0);

-- Webhooks of payment providers, each once. Ids of ours in the address of a webhook are a hint only, because no signature
-- covers them.
create table webhook_inbox (
  provider        text not null,
  event_id        text not null,
  payment_id      text not null,
  -- Our ids, when the webhook has them.
  attempt_id      uuid,
  subscription_id uuid,
  -- The provider's id of a dispute, in webhooks about disputes.
  dispute_id      text,
  received_at     timestamptz not null default clock_timestamp(),
  applied_at      timestamptz,
  primary key (provider, event_id)
);
create index unapplied_webhooks on webhook_inbox (received_at) where (applied_at is null);

-- Refunds of an order's payment attempt or of a subscription payment. The id is the provider's idempotency key.
create table refund (
  id                      uuid primary key default gen_random_uuid(),
  attempt_id              uuid references payment_attempt,
  subscription_payment_id uuid references subscription_payment,
  payment_id              uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  amount                  integer not null check (amount > 0),
  reason                  text not null check (reason in (
    'PAID_TOO_LATE', 'PATIENT_CANCELLED', 'CLINICIAN_CANCELLED', 'CLINICIAN_ABSENT', 'MISSED_CALLS', 'CARE_NOT_GIVEN',
    'DESK')),
  state                   text not null check (state in ('pending', 'done', 'refused')),
  -- Total refunded at the provider before this refund was sent: it is done when that total has grown by its amount.
  refunded_before         integer,
  -- Lease: one process at a time sends it. After it ends, another one asks the provider.
  leased_until            timestamptz,
  checked_at               timestamptz,
  created_at              timestamptz not null default clock_timestamp(),
  settled_at              timestamptz,
  constraint settled_once_decided check ((state = 'pending') = (settled_at is null)),
  constraint of_one_payment check (num_nonnulls(attempt_id, subscription_payment_id) = 1),
  -- Subscription payments are refunded by managers only.
  constraint charges_only_by_the_desk check (subscription_payment_id is null or reason = 'DESK')
);
create index pending_refunds on refund (created_at) where (state = 'pending');
-- At most one automatic refund for each attempt, however often it is cancelled; managers can refund in parts.
create unique index one_own_refund_an_attempt on refund (attempt_id) where (reason <> 'DESK');
create index refunds_of_attempt on refund (attempt_id, created_at);
create index refused_refunds on refund (settled_at) where (state = 'refused');
create index refunds_by_payment on refund (payment_id, created_at);

-- The refunds of a payment never exceed what was captured, in however many parts.
create function keep_refunds_within_captured() returns trigger language plpgsql as $$
begin
  perform 1 from payment_attempt where id = new.attempt_id for update;
  perform 1 from subscription_payment where id = new.subscription_payment_id for update;
  if (select sum(amount) from refund where payment_id = new.payment_id)
      > (select captured from paid_money where id = new.payment_id) then
    raise exception 'more would go back than came' using errcode = 'check_violation', constraint = 'refunds_within_captured';
  end if;
  return null;
end $$;
create trigger refunds_within_captured after insert or update of amount, attempt_id on refund
  for each row execute function keep_refunds_within_captured();

-- A refund that a manager requests and another manager approves.
create table refund_request (
  id                      uuid primary key default gen_random_uuid(),
  attempt_id              uuid references payment_attempt,
  subscription_payment_id uuid references subscription_payment,
  payment_id              uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  -- Minor units.
  amount                  integer not null check (amount > 0),
  reason                  text not null check (char_length(reason) between 10 and 500),
  state                   text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'expired')),
  requested_by                uuid not null references staff,
  asked_at                timestamptz not null default clock_timestamp(),
  expires_at              timestamptz not null,
  ended_by                uuid references staff,
  ended_at                timestamptz,
  answer                  text check (char_length(answer) between 10 and 500),
  refund_id               uuid unique references refund,
  constraint ended_at_some_time check ((state = 'open') = (ended_at is null)),
  constraint ended_by_somebody check ((state in ('approved', 'declined', 'withdrawn')) = (ended_by is not null)),
  constraint refund_once_approved check ((state = 'approved') = (refund_id is not null)),
  constraint answer_to_what_is_not_done check ((state in ('declined', 'withdrawn')) = (answer is not null)),
  constraint of_one_payment check (num_nonnulls(attempt_id, subscription_payment_id) = 1),
  constraint approved_by_another check (state <> 'approved' or ended_by <> requested_by),
  constraint withdrawn_by_oneself check (state <> 'withdrawn' or ended_by = requested_by)
);
create index requests_of_payment on refund_request (attempt_id, asked_at);
create unique index one_open_request_a_payment on refund_request (payment_id) where (state = 'open');
create index requests_by_payment on refund_request (payment_id, asked_at);

-- Chargebacks and mediations: one of each kind for each payment. Reported by the provider, or recorded by a manager when
-- the provider only sends e-mails.
create table dispute (
  id                      uuid primary key default gen_random_uuid(),
  attempt_id              uuid references payment_attempt,
  -- A dispute is about an order's payment or a subscription payment.
  subscription_payment_id uuid references subscription_payment,
  payment_id              uuid not null generated always as (coalesce(attempt_id, subscription_payment_id)) stored,
  kind                    text not null check (kind in ('chargeback', 'mediation')),
  state                   text not null check (state in ('open', 'answered', 'won', 'lost')),
  -- Minor units.
  amount                  integer not null check (amount > 0),
  -- Until when the provider accepts evidence.
  deadline                timestamptz,
  -- The provider's case number.
  reference               text check (char_length(reference) between 1 and 80),
  -- The manager who recorded it, and decides it, by hand; null when the provider reported it.
  recorded_by             uuid references staff,
  opened_at               timestamptz not null default clock_timestamp(),
  -- When a manager submitted evidence at the provider.
  answered_at             timestamptz,
  answered_by             uuid references staff,
  decided_at              timestamptz,
  changed_at              timestamptz not null default clock_timestamp(),
  constraint dispute_one_of_a_kind unique (payment_id, kind),
  constraint answered_by_somebody check ((answered_at is null) = (answered_by is null)),
  constraint decided_at_some_time check ((state in ('won', 'lost')) = (decided_at is not null)),
  constraint dispute_of_one_payment check (num_nonnulls(attempt_id, subscription_payment_id) = 1)
);
create index undecided_disputes on dispute (deadline, opened_at) where (state in ('open', 'answered'));
create index decided_disputes on dispute (decided_at desc) where (state in ('won', 'lost'));

-- Final states never regress, whichever process writes.
create function keep_dispute_ranked() returns trigger language plpgsql as $$
begin
  if array_position(array['open', 'answered', 'won', 'lost'], new.state)
      < array_position(array['open', 'answered', 'won', 'lost'], old.state) then
    raise exception 'a dispute does not go back' using errcode = 'check_violation', constraint = 'dispute_ranked';
  end if;
  return new;
end $$;
create trigger dispute_ranked before update on dispute for each row execute function keep_dispute_ranked();

-- Differences between our books and the provider's, and payments that need a person. A difference is reported again only
-- with other amounts.
create table reconciliation_task (
  id                      uuid primary key default gen_random_uuid(),
  kind                    text not null check (kind in (
    'UNKNOWN_PAYMENT', 'NOT_RECORDED', 'MISSING_PAYMENT', 'AMOUNT_DIFFERS', 'CURRENCY_DIFFERS', 'REFUND_DIFFERS',
    'DISPUTE_DIFFERS', 'MONEY_ON_HOLD', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL')),
  provider                text not null,
  provider_payment_id     text,
  attempt_id              uuid references payment_attempt,
  order_id                uuid references care_order,
  -- For tasks about subscription payments, and about invoices that must be written or cancelled by hand.
  subscription_payment_id uuid references subscription_payment,
  -- In minor units: the amount in our books and the provider's.
  ours                    integer,
  theirs                  integer,
  state                   text not null default 'open' check (state in ('open', 'resolved')),
  found_at                timestamptz not null default clock_timestamp(),
  resolved_at             timestamptz,
  resolved_by             uuid references staff,
  reason                  text check (char_length(reason) between 10 and 500),
  constraint about_some_payment check (provider_payment_id is not null or attempt_id is not null),
  constraint resolved_by_somebody_for_a_reason check (
    (state = 'resolved') = (resolved_at is not null and resolved_by is not null and reason is not null)),
  constraint attempt_with_its_order check ((attempt_id is null) = (order_id is null))
);
create index open_reconciliation_tasks on reconciliation_task (found_at) where (state = 'open');
create index tasks_of_order on reconciliation_task (order_id, found_at);
create index resolved_tasks on reconciliation_task (resolved_at desc) where (state = 'resolved');
-- A difference returns only with other amounts; tasks about a failed step of one payment can return once resolved.
create unique index one_task_a_difference on reconciliation_task
  (kind, provider, coalesce(provider_payment_id, attempt_id::text), coalesce(ours, -1), coalesce(theirs, -1))
  where (kind not in ('MONEY_ON_HOLD', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));
create unique index one_open_task_a_payment on reconciliation_task (kind, (coalesce(attempt_id, subscription_payment_id)))
  where (state = 'open' and kind in ('MONEY_ON_HOLD', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'));

-- One invoice for each paid order or subscription payment, created in the transaction that records the payment.
create table invoice (
  id                      uuid primary key default gen_random_uuid(),
  order_id                uuid unique references care_order,
  subscription_payment_id uuid unique references subscription_payment,
  state                   text not null default 'open' check (state in ('open', 'issued', 'void', 'refused')),
  provider                text check (provider in ('omie', 'dummy')),
  -- The provider's ids of the customer and the service order.
  client_ref              text,
  service_ref             text,
  -- Set before the provider is asked to bill: a retry first checks whether it did.
  billing_at              timestamptz,
  number                  text,
  -- When the payment was refunded in full.
  refunded_at             timestamptz,
  -- The provider's error code. Never its message, which may name the patient.
  failure                 text check (failure ~ '^[A-Za-z0-9_-]{1,40}$'),
  tries                   integer not null default 0,
  due_at                  timestamptz not null default clock_timestamp(),
  created_at              timestamptz not null default clock_timestamp(),
  changed_at              timestamptz not null default clock_timestamp(),
  constraint of_one_payment check (num_nonnulls(order_id, subscription_payment_id) = 1),
  constraint service_after_client check (service_ref is null or client_ref is not null),
  constraint billing_after_service check (billing_at is null or service_ref is not null),
  constraint number_once_issued check (number is null or state = 'issued'),
  constraint issued_with_service check (state <> 'issued' or service_ref is not null),
  constraint void_has_no_number check (state <> 'void' or number is null),
  constraint refused_for_a_reason check ((state = 'refused') = (failure is not null))
);
create index due_invoices on invoice (due_at) where (state = 'open');

-- Captured and refunded amounts of either kind of payment, in minor units.
create view paid_money as
  select a.id, a.captured, a.refunded, a.on_hold_at is not null as is_on_hold, a.charged_back,
    exists (select 1 from dispute d where d.payment_id = a.id and d.state in ('open', 'answered')) as is_in_dispute
  from payment_attempt a
  union all
  select p.id, case when p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED') then p.amount else 0 end, p.refunded,
    s.on_hold_at is not null, p.charged_back,
    exists (select 1 from dispute d where d.payment_id = p.id and d.state in ('open', 'answered'))
  from subscription_payment p join subscription s on s.id = p.subscription_id;
