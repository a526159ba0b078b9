-- Invitations and discounts: friends by campaign links, employees by links of their company, promo codes.

-- A user's link in a referral campaign.
create table referrer (
  id          uuid primary key default gen_random_uuid(),
  account_id  uuid not null references account,
  campaign_id text not null,
  -- Without vowels, so that it spells no word; 47 random bits.
  slug        text not null unique check (slug ~ '^[2-9b-z]{5}-[2-9b-z]{5}$'),
  created_at  timestamptz not null default clock_timestamp(),
  unique (account_id, campaign_id),
  unique (id, account_id)
);

-- Referrals: at most one for each referred account, and none of an account by itself.
create table referral (
  id                  uuid primary key default gen_random_uuid(),
  referrer_id         uuid not null,
  referrer_account_id uuid not null,
  account_id          uuid not null unique references account,
  created_at          timestamptz not null default clock_timestamp(),
  foreign key (referrer_id, referrer_account_id) references referrer (id, account_id),
  constraint nobody_brings_themselves check (referrer_account_id <> account_id)
);

-- Companies, which managers edit at the desk. The discount is looked up whenever a price is asked for: a changed
-- percentage, period or end of the company applies to everybody who has joined (docs/decisions/0077).
create table company (
  id           uuid primary key default gen_random_uuid(),
  slug         text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  name         text not null check (char_length(name) between 2 and 80),
  redirect_url text,
  version      integer not null default 1 check (version > 0),
  -- Null for companies of the demo.
  created_by   uuid references staff,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz
);
create unique index one_company_a_name on company (lower(name)) where (ended_at is null);

-- What the company pays for patients who have joined it.
create table company_product_discount (
  company_id  uuid not null references company,
  product_id  text not null,
  percentage  integer not null check (percentage between 1 and 100),
  -- Null: without a limit on that side.
  valid_from  timestamptz,
  valid_until timestamptz,
  primary key (company_id, product_id),
  constraint valid_until_after_from check (valid_until > valid_from)
);

-- Links are created in batches. Managers see how many of a batch are unused, never who used one.
create table company_link_set (
  id         uuid primary key default gen_random_uuid(),
  company_id uuid not null references company,
  made_at    timestamptz not null default clock_timestamp(),
  -- Null for links of the demo.
  made_by    uuid references staff,
  unique (id, company_id)
);
create index link_sets_of_company on company_link_set (company_id, made_at desc);

-- One employee's single-use link. The employee's name is cleared when the link is used, and no row connects an employee
-- to a patient.
create table company_link (
  id            uuid primary key default gen_random_uuid(),
  company_id    uuid not null references company,
  set_id        uuid not null,
  token_hash    bytea not null unique,
  first_name    text,
  last_name     text,
  email         text,
  validations   integer not null default 0 check (validations between 0 and 10),
  expires_at    timestamptz not null,
  joined_at     timestamptz,
  revoked_at timestamptz,
  foreign key (set_id, company_id) references company_link_set (id, company_id),
  constraint nobody_named_once_joined check (joined_at is null or coalesce(first_name, last_name, email) is null),
  -- A link without an employee's name is for any employee.
  constraint named_in_full_or_for_anybody check (num_nulls(first_name, last_name, email) in (0, 3)),
  constraint nobody_named_once_revoked check (revoked_at is null or first_name is null),
  constraint used_or_revoked check (joined_at is null or revoked_at is null)
);
create index links_of_set on company_link (set_id);
create index employees_to_forget on company_link (expires_at) where (first_name is not null);

-- Promo codes that managers create, and their limits. Created before carts, which refer to them.
create table promo_code (
  id                   uuid primary key default gen_random_uuid(),
  -- Upper case, so that the unique constraint ignores how a patient types it.
  code                 text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  percentage           integer not null check (percentage between 1 and 100),
  campaign             text not null check (char_length(campaign) between 2 and 80),
  valid_from           timestamptz not null default clock_timestamp(),
  -- Null: until it is disabled.
  valid_until          timestamptz,
  -- Null: unlimited.
  most_uses            integer check (most_uses between 1 and 1000000),
  most_uses_an_account integer not null default 1 check (most_uses_an_account between 1 and 1000),
  -- Null: every product.
  product_ids          text[] check (cardinality(product_ids) > 0),
  -- Only the triggers of `promo_redemption` write it, so that no code path exceeds the limit.
  uses                 integer not null default 0 check (uses >= 0),
  disabled_at          timestamptz,
  -- Null for codes of the demo.
  created_by           uuid references staff,
  created_at           timestamptz not null default clock_timestamp(),
  unique (id, most_uses_an_account),
  constraint valid_until_after_from check (valid_until > valid_from),
  constraint promo_code_is_not_used_up check (uses <= most_uses)
);
create index promo_codes_by_age on promo_code (created_at desc, id);
