-- Where the patient lives and where the bill goes, as they were when the order was made.
alter table care_order
  add column home_address    jsonb,
  add column billing_address jsonb;

-- What was paid is invoiced, once: an order's money, or a month's. Written with the fact that it was paid.
create table invoice (
  id                      uuid primary key default gen_random_uuid(),
  order_id                uuid unique references care_order,
  subscription_payment_id uuid unique references subscription_payment,
  state                   text not null default 'open' check (state in ('open', 'issued', 'void', 'refused')),
  provider                text check (provider in ('omie', 'dummy')),
  -- The provider's own names for who pays and for what was done.
  client_ref              text,
  service_ref             text,
  -- Written before the provider is asked to bill, which it may not be asked twice without looking.
  billing_at              timestamptz,
  number                  text,
  -- All of the money has gone back.
  refunded_at             timestamptz,
  -- The provider's code of why it will not. Never its words, which may name the patient.
  failure                 text check (failure ~ '^[A-Za-z0-9_-]{1,40}$'),
  tries                   integer not null default 0,
  due_at                  timestamptz not null default clock_timestamp(),
  created_at              timestamptz not null default clock_timestamp(),
  changed_at              timestamptz not null default clock_timestamp(),
  check (num_nonnulls(order_id, subscription_payment_id) = 1),
  check (service_ref is null or client_ref is not null),
  check (billing_at is null or service_ref is not null),
  check (number is null or state = 'issued'),
  check (state <> 'issued' or service_ref is not null),
  check (state <> 'void' or number is null),
  check ((state = 'refused') = (failure is not null))
);
create index due_invoices on invoice (due_at) where (state = 'open');
