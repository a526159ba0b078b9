-- An order, its attempts to be paid, and the facts that the provider told us.
create table care_order (
  id                 uuid primary key default gen_random_uuid(),
  uuid               uuid not null unique default gen_random_uuid(),
  cart_id            uuid not null references cart,
  claim_id           uuid references slot_claim,
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
  refunded           integer not null default 0 check (refunded between 0 and amount),
  price              jsonb not null,
  payment_method     text not null,
  card_type          text,
  masked_card_number text,
  installments       integer not null default 1 check (installments between 1 and 3),
  challenge_url      text,
  created_at         timestamptz not null default now(),
  changed_at         timestamptz not null default now(),
  check ((status = 'FAILED') = (failure_reason is not null)),
  check (challenge_url is null or status = 'PENDING')
);
-- One cart gives one order; a refused one makes room for another try.
create unique index one_order_a_cart on care_order (cart_id) where (status <> 'FAILED');
create index orders_of_account on care_order (account_id, created_at desc);
create index unfinished_orders on care_order (created_at) where (status in ('PROCESSING', 'PENDING'));

create table order_event (
  id         bigint generated always as identity primary key,
  order_id   uuid not null references care_order,
  status     text not null,
  source     text not null check (source in ('app', 'api', 'webhook', 'job', 'staff')),
  detail     text,
  at         timestamptz not null default clock_timestamp()
);
create index events_of_order on order_event (order_id, id);

-- The intent is committed before any call to the provider; the id is the provider's idempotency key.
create table payment_attempt (
  id                  uuid primary key default gen_random_uuid(),
  order_id            uuid not null references care_order,
  provider            text not null,
  provider_payment_id text,
  state               text not null check (state in ('intended', 'processing', 'pending', 'succeeded', 'failed', 'refunded')),
  -- What the provider's charge needs and nothing else: a single-use token, never a card number. Dropped at the verdict.
  token               jsonb,
  amount              integer not null check (amount > 0),
  captured            integer not null default 0 check (captured in (0, amount)),
  refunded            integer not null default 0 check (refunded <= captured),
  currency            text not null,
  failure_reason      text,
  -- One process at a time charges: until then nobody else may, and after it somebody else asks what became of it.
  leased_until        timestamptz,
  -- When the provider was last asked.
  looked_at           timestamptz,
  -- Since when the bank waits for the patient.
  pending_since       timestamptz,
  -- The provider speaks of other money than ours: nothing moves until a person has looked.
  quarantined_at      timestamptz,
  created_at          timestamptz not null default clock_timestamp(),
  changed_at          timestamptz not null default clock_timestamp()
);
create unique index one_live_attempt_an_order on payment_attempt (order_id) where (state <> 'failed');
create unique index attempt_of_provider_payment on payment_attempt (provider, provider_payment_id);
create index unsettled_attempts on payment_attempt (order_id) where (captured > refunded);

create table webhook_inbox (
  provider    text not null,
  event_id    text not null,
  payment_id  text not null,
  -- Ours, where the provider gives it back.
  attempt_id  uuid,
  received_at timestamptz not null default clock_timestamp(),
  applied_at  timestamptz,
  primary key (provider, event_id)
);
create index unapplied_webhooks on webhook_inbox (received_at) where (applied_at is null);
