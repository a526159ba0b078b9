-- Cards that a patient keeps at the payment provider. Never a number: what the provider calls it, and what a person knows
-- it by.
create table saved_card (
  id                   uuid primary key default gen_random_uuid(),
  account_id           uuid not null references account,
  provider             text not null check (provider in ('monei', 'mercadopago')),
  -- What the provider says is the same of the same card, however often it is saved.
  fingerprint          text not null check (fingerprint <> ''),
  provider_customer_id text,
  -- With this the card pays (MONEI), or with this and its security code (Mercado Pago).
  provider_card_id     text not null check (provider_card_id <> ''),
  card_type            text not null check (card_type in ('visa', 'master', 'amex')),
  masked_card_number   text not null check (masked_card_number ~ '^•••• \d{4}$'),
  expiry_month         integer not null check (expiry_month between 1 and 12),
  expiry_year          integer not null check (expiry_year between 2000 and 2100),
  created_at           timestamptz not null default clock_timestamp(),
  -- The patient sees it no more; the row goes when the provider has forgotten it too.
  removed_at           timestamptz,
  check ((provider = 'mercadopago') = (provider_customer_id is not null)),
  unique (account_id, provider, fingerprint)
);
create index removed_cards on saved_card (removed_at) where (removed_at is not null);

-- Whether the card is to be kept once it has paid, and with which kept card is paid.
alter table payment_attempt
  add column saves_card boolean not null default false,
  add column saved_card_id uuid references saved_card on delete set null;
create index cards_to_keep on payment_attempt (changed_at) where (saves_card);
create index attempts_of_card on payment_attempt (saved_card_id) where (saved_card_id is not null);
