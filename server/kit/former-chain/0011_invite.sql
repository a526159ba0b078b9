-- Who may bring whom, and what it is worth: friends by campaign links, employees by links of their company.
create table referrer (
  id          uuid primary key default gen_random_uuid(),
  account_id  uuid not null references account,
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
  account_id          uuid not null unique references account,
  created_at          timestamptz not null default clock_timestamp(),
  foreign key (referrer_id, referrer_account_id) references referrer (id, account_id),
  check (referrer_account_id <> account_id)
);

-- Percent off one order of the account's family. It is used while an order has it that was neither refused nor paid back.
create table referral_discount (
  id            uuid primary key default gen_random_uuid(),
  referral_id   uuid not null references referral,
  side          text not null check (side in ('referee', 'referrer')),
  account_id    uuid not null references account,
  percentage    integer not null check (percentage between 1 and 100),
  -- The referrer's waits for the friend's first consultation to be over.
  earned_at     timestamptz,
  order_id      uuid unique references care_order,
  created_at    timestamptz not null default clock_timestamp(),
  unique (referral_id, side),
  check (side = 'referrer' or earned_at is not null),
  check (order_id is null or earned_at is not null)
);
create index referral_discounts_of_account on referral_discount (account_id);

create table company (
  id           uuid primary key default gen_random_uuid(),
  slug         text not null unique check (slug ~ '^[a-z0-9-]{1,80}$'),
  name         text not null,
  redirect_url text,
  created_at   timestamptz not null default now()
);

-- What the company pays for those who join it; a patient's own copy is company_discount.
create table company_product_discount (
  company_id uuid not null references company,
  product_id text not null,
  percentage integer not null check (percentage between 1 and 100),
  primary key (company_id, product_id)
);

-- One employee's way in, once. Whom it was made for is forgotten when somebody joins by it, and who joined is not kept: no
-- row ties an employee to a patient.
create table company_link (
  id          uuid primary key default gen_random_uuid(),
  company_id  uuid not null references company,
  token_hash  bytea not null unique,
  expires_at  timestamptz not null,
  validations integer not null default 0 check (validations between 0 and 10),
  first_name  text,
  last_name   text,
  email       text,
  joined_at   timestamptz,
  check (joined_at is null or coalesce(first_name, last_name, email) is null),
  check (joined_at is not null or (first_name is not null and last_name is not null and email is not null))
);
create index company_links_by_expiry on company_link (expires_at);
