create extension if not exists btree_gist;

-- From symptoms to a held slot. The key is a capability: only its hash is stored.
create table cart (
  id             uuid primary key default gen_random_uuid(),
  key_hash       bytea not null unique,
  product_id     text not null,
  account_id     uuid references account,
  patient_id     uuid references patient,
  symptoms       jsonb not null default '[]',
  summary        text check (char_length(summary) <= 1000),
  contact_method text check (contact_method in ('phone', 'video')),
  clinician_id   uuid references clinician,
  age_confirmed  boolean not null default false,
  -- Keyed hash of where a guest's cart came from: a stranger cannot empty a calendar with many carts.
  source         bytea,
  -- Set while an order is made of it: nothing may change then.
  ordered_at     timestamptz,
  created_at     timestamptz not null default clock_timestamp(),
  changed_at     timestamptz not null default clock_timestamp()
);
create index carts_by_change on cart (changed_at) where (ordered_at is null);
create index carts_of_account on cart (account_id);

-- Held, paying and booked time of a clinician never overlap, whichever way the patient came (decisions §5).
-- `during` ends after the clinician's buffer, so that the pause is guarded by the same constraint.
create table slot_claim (
  id           uuid primary key default gen_random_uuid(),
  clinician_id uuid not null references clinician,
  cart_id      uuid not null references cart,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  during       tstzrange not null check (not isempty(during)),
  state        text not null check (state in ('held', 'paying', 'booked', 'released')),
  locked_at    timestamptz not null default clock_timestamp(),
  expires_at   timestamptz,
  -- A released claim that kept its time to expire has run out; one without was given back.
  check (case state when 'held' then expires_at is not null when 'released' then true else expires_at is null end),
  exclude using gist (clinician_id with =, during with &&) where (state <> 'released')
);
create unique index one_live_claim_a_cart on slot_claim (cart_id) where (state in ('held', 'paying'));
create index claims_of_clinician on slot_claim (clinician_id, starts_at) where (state <> 'released');
create index claims_of_cart on slot_claim (cart_id, locked_at desc);
create index held_claims on slot_claim (expires_at) where (state = 'held');
