-- A subscription: the intent is here before the provider hears of it, and what the provider tells is applied here.
create sequence subscription_look;

create table subscription (
  id                    uuid primary key default gen_random_uuid(),
  account_id            uuid not null references account,
  patient_id            uuid not null references patient,
  plan_id               text not null,
  plan_name             text not null,
  provider              text not null,
  provider_id           text,
  -- The provider's word. One that we do not know is kept, and shown as being looked at.
  status                text not null default 'PENDING' check (status ~ '^[A-Z][A-Z_]{0,39}$'),
  last_payment_status   text check (last_payment_status ~ '^[A-Z][A-Z_]{0,39}$'),
  amount                integer not null check (amount > 0),
  -- The first month that is charged; then the provider is told the amount of the others.
  first_amount          integer not null check (first_amount between 1 and amount),
  raised_at             timestamptz,
  trial_days            integer not null check (trial_days between 0 and 90),
  currency              text not null check (currency in ('EUR', 'BRL', 'USD')),
  current_period_end    timestamptz,
  cancel_at_period_end  boolean not null default false,
  -- What its holder asked for and the provider has not done yet (core/subscription/wish.ts).
  wish                  text check (wish in ('card', 'end', 'stay', 'close')),
  -- Where a card is given, until it was.
  activation_url        text,
  activation_payment_id text,
  -- When the provider changed it last, in seconds; and of what it said in that second, the number of our question.
  version               bigint not null default 0,
  look                  bigint not null default 0,
  -- One process at a time speaks to the provider about it.
  leased_until          timestamptz,
  looked_at             timestamptz,
  -- The provider speaks of other money than ours, or of one that was over: nothing moves until a person has looked.
  quarantined_at        timestamptz,
  created_at            timestamptz not null default clock_timestamp(),
  changed_at            timestamptz not null default clock_timestamp(),
  check ((activation_url is null) = (activation_payment_id is null))
);
create unique index one_live_subscription_an_account on subscription (account_id)
  where (status not in ('CANCELED', 'EXPIRED'));
create unique index subscription_of_provider on subscription (provider, provider_id);
create index subscriptions_of_account on subscription (account_id, created_at desc);

create table subscription_event (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references subscription,
  status          text not null,
  source          text not null check (source in ('app', 'webhook', 'job')),
  detail          text,
  at              timestamptz not null default clock_timestamp()
);
create index events_of_subscription on subscription_event (subscription_id, id);

-- Each payment that the provider made for it; the first one may only verify a card, and moves nothing.
create table subscription_payment (
  id                  uuid primary key default gen_random_uuid(),
  subscription_id     uuid not null references subscription,
  provider            text not null,
  provider_payment_id text not null,
  status              text not null check (status ~ '^[A-Z][A-Z_]{0,39}$'),
  amount              integer not null check (amount >= 0),
  refunded            integer not null default 0 check (refunded between 0 and amount),
  currency            text not null,
  version             bigint not null,
  paid_at             timestamptz not null,
  unique (provider, provider_payment_id)
);
create index payments_of_subscription on subscription_payment (subscription_id, paid_at desc);

-- Whose a notification is, where the address that it came to says so. Nobody signs it: it is a hint.
alter table webhook_inbox add column subscription_id uuid;

-- Somebody whose month could not be charged hears of it each time, and of the end.
alter table account_notice drop constraint account_notice_kind_check;
alter table account_notice add check (
  kind in ('phone-changed', 'email-changed', 'deleted', 'month-unpaid', 'subscription-ended'));
