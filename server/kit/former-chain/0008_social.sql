-- Signing in through a provider of identities. Its subject is the key; an e-mail address never is (quality F9).
create table social_identity (
  provider   text not null check (provider in ('google')),
  subject    text not null check (subject <> ''),
  account_id uuid not null references account,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  constraint one_social_identity_an_account unique (account_id, provider)
);

-- Somebody came back from the provider: who it said they are, for a minute behind a one-time code that only the
-- browser it was made for can use, then for as long as a registration takes.
create table introduction (
  id           uuid primary key default gen_random_uuid(),
  provider     text not null check (provider in ('google')),
  subject      text not null check (subject <> ''),
  -- Verified by the provider, or unknown.
  email        text,
  first_name   text not null,
  last_name    text not null,
  -- Both null when the person came with the provider's own token.
  code_hash    bytea unique,
  browser_hash bytea,
  code_used_at timestamptz,
  created_at   timestamptz not null default now(),
  check ((code_hash is null) = (browser_hash is null))
);
create index introductions_by_age on introduction (created_at);

-- An account that only a provider of identities opens has no password until its holder sets one.
alter table account alter column password_hash drop not null;
