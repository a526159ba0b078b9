-- Subscriptions: the intent is stored before the provider is called, and provider updates are applied here.

-- When a subscription is due for its next check, computed from its row. Adds seconds only, which no time zone changes:
-- hence immutable.
create function subscription_due(
  pending_change text, status text, activation_url text, period_end timestamptz, checked_at timestamptz, changed_at timestamptz
) returns timestamptz language sql immutable parallel safe as $$
  select case
    when pending_change is not null then checked_at
    -- An abandoned card page is checked at growing intervals: each a tenth of its age.
    when status = 'PENDING' or activation_url is not null
      then checked_at + make_interval(secs => (greatest(0, extract(epoch from checked_at - changed_at)) / 9)::float8)
    when status = 'PAUSED' or period_end is null then checked_at + interval '24 hours'
    -- Active subscriptions are checked once a day; one whose period ended without an update is checked at its end, then
    -- every ten minutes.
    else least(checked_at + interval '24 hours', greatest(period_end, checked_at + interval '10 minutes'))
  end
$$;

-- Numbers our requests to the provider, so that replies that arrive out of order are recognised.
create sequence subscription_fetch_number;

create table subscription (
  id                    uuid primary key default gen_random_uuid(),
  account_id            uuid not null references account,
  patient_id            uuid not null references patient,
  plan_id               text not null,
  plan_name             text not null,
  provider              text not null,
  provider_id           text,
  -- The provider's status. An unknown one is stored, and shown as under review.
  status                text not null default 'PENDING' check (status ~ '^[A-Z][A-Z_]{0,39}$'),
  last_payment_status   text check (last_payment_status ~ '^[A-Z][A-Z_]{0,39}$'),
  amount                integer not null check (amount > 0),
  -- Amount of the first month; from the second month on the provider charges `amount`.
  first_amount          integer not null,
  raised_at             timestamptz,
  trial_days            integer not null check (trial_days between 0 and 90),
  currency              text not null check (currency in ('EUR', 'BRL', 'USD')),
  current_period_end    timestamptz,
  cancel_at_period_end  boolean not null default false,
  -- What the holder requested and the provider has not confirmed (core/subscription/pending-change.ts).
  pending_change        text check (pending_change in ('card', 'end', 'stay', 'close', 'pause', 'resume')),
  -- Page for entering a card, until one was entered.
  activation_url        text,
  activation_payment_id text,
  -- Time of the provider's last change in seconds, and within the same second the number of our request: older replies
  -- are ignored.
  version               bigint not null default 0,
  fetch_number          bigint not null default 0,
  -- Lease: one process at a time calls the provider about it.
  leased_until          timestamptz,
  checked_at             timestamptz,
  -- On hold: the provider reports another currency or amount, or changes a subscription that had ended. A person must
  -- decide.
  on_hold_at        timestamptz,
  created_at            timestamptz not null default clock_timestamp(),
  changed_at            timestamptz not null default clock_timestamp(),
  constraint first_amount_within_amount check (first_amount between 1 and amount),
  constraint activation_has_page_and_payment check ((activation_url is null) = (activation_payment_id is null))
);
create unique index one_live_subscription_an_account on subscription (account_id)
  where (status not in ('CANCELED', 'EXPIRED'));
create unique index subscription_of_provider on subscription (provider, provider_id);
create index subscriptions_of_account on subscription (account_id, created_at desc);
create index subscriptions_by_time on subscription (created_at desc, id);
-- The job that runs every few seconds reads due subscriptions only.
create index subscriptions_due on subscription (
  subscription_due(pending_change, status, activation_url, current_period_end, coalesce(checked_at, created_at), changed_at)
) where (on_hold_at is null and (pending_change is not null or status not in ('CANCELED', 'EXPIRED')));

-- History of a subscription, with the source of each change.
create table subscription_event (
  id              bigint primary key generated always as identity,
  subscription_id uuid not null references subscription,
  status          text not null,
  source          text not null check (source in ('app', 'webhook', 'job', 'staff')),
  staff_id        uuid references staff,
  detail          text,
  at              timestamptz not null default clock_timestamp(),
  constraint staff_alone_has_a_name check (staff_id is null or source = 'staff')
);
create index events_of_subscription on subscription_event (subscription_id, id);

-- Payments that the provider made for it. The first may only verify a card, without money.
create table subscription_payment (
  id                  uuid primary key default gen_random_uuid(),
  subscription_id     uuid not null references subscription,
  provider            text not null,
  provider_payment_id text not null,
  status              text not null check (status ~ '^[A-Z][A-Z_]{0,39}$'),
  amount              integer not null check (amount >= 0),
  refunded            integer not null default 0,
  -- Taken back by the payer's bank, in minor units; it can come on top of refunds.
  charged_back        integer not null default 0,
  currency            text not null,
  version             bigint not null,
  paid_at             timestamptz not null,
  unique (provider, provider_payment_id),
  constraint refunded_within_amount check (refunded between 0 and amount),
  constraint charged_back_within_amount check (charged_back between 0 and amount)
);
create index payments_of_subscription on subscription_payment (subscription_id, paid_at desc);
