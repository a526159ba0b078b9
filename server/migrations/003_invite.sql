-- Who may bring whom, and what it is worth: friends by campaign links, employees by links of their company.

-- Who brings friends, in which campaign, by which link.
create table referrer (
  id          uuid primary key default gen_random_uuid(),
  account_id  uuid not null,
  campaign_id text not null,
  -- Without vowels, so that it spells nothing; 47 random bits.
  slug        text not null unique check (slug ~ '^[2-9b-z]{5}-[2-9b-z]{5}$'),
  created_at  timestamptz not null default clock_timestamp(),
  unique (account_id, campaign_id),
  unique (id, account_id)
);

-- Once a person, and never oneself.
create table referral (
  id                  uuid primary key default gen_random_uuid(),
  referrer_id         uuid not null,
  referrer_account_id uuid not null,
  account_id          uuid not null unique,
  created_at          timestamptz not null default clock_timestamp(),
  foreign key (referrer_id, referrer_account_id) references referrer (id, account_id),
  constraint nobody_brings_themselves check (referrer_account_id <> account_id)
);

-- Percent off one order of the account's family. It is used while an order has it that was neither refused nor paid
-- back.
create table referral_discount (
  id          uuid primary key default gen_random_uuid(),
  referral_id uuid not null references referral,
  side        text not null check (side in ('referee', 'referrer')),
  account_id  uuid not null,
  percentage  integer not null check (percentage between 1 and 100),
  -- The referrer's waits for the friend's first consultation to be over.
  earned_at   timestamptz,
  order_id    uuid unique,
  created_at  timestamptz not null default clock_timestamp(),
  unique (referral_id, side),
  constraint referee_earns_at_once check (side = 'referrer' or earned_at is not null),
  constraint used_once_earned check (order_id is null or earned_at is not null)
);
create index referral_discounts_of_account on referral_discount (account_id);

-- Kept at the desk. What one pays is looked up when a price is asked for: another percentage, its days and the
-- company's end hold for everybody who has joined (docs/decisions/0077).
create table company (
  id           uuid primary key default gen_random_uuid(),
  slug         text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  name         text not null check (char_length(name) between 2 and 80),
  redirect_url text,
  version      integer not null default 1 check (version > 0),
  -- null: the demo's.
  created_by   uuid,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz
);
create unique index one_company_a_name on company (lower(name)) where (ended_at is null);

-- What the company pays for those who have joined it.
create table company_product_discount (
  company_id  uuid not null references company,
  product_id  text not null,
  percentage  integer not null check (percentage between 1 and 100),
  -- null: from ever, for ever.
  valid_from  timestamptz,
  valid_until timestamptz,
  primary key (company_id, product_id),
  constraint valid_until_after_from check (valid_until > valid_from)
);

-- Links are made so many at a time, and what is told of them is how many of a set are open: who of them came is nobody's.
create table company_link_set (
  id         uuid primary key default gen_random_uuid(),
  company_id uuid not null references company,
  made_at    timestamptz not null default clock_timestamp(),
  -- null: the demo's.
  made_by    uuid,
  unique (id, company_id)
);
create index link_sets_of_company on company_link_set (company_id, made_at desc);

-- One employee's way in, once. Whom it was made for is forgotten when somebody joins by it, and who joined is not kept: no
-- row ties an employee to a patient.
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
  taken_back_at timestamptz,
  foreign key (set_id, company_id) references company_link_set (id, company_id),
  constraint nobody_named_once_joined check (joined_at is null or coalesce(first_name, last_name, email) is null),
  -- A link may be for whoever has it: then nobody's name stands here from the first.
  constraint named_in_full_or_for_anybody check (num_nulls(first_name, last_name, email) in (0, 3)),
  constraint nobody_named_once_taken_back check (taken_back_at is null or first_name is null),
  constraint used_or_taken_back check (joined_at is null or taken_back_at is null)
);
create index links_of_set on company_link (set_id);
create index employees_to_forget on company_link (expires_at) where (first_name is not null);
