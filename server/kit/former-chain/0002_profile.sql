-- The people who are cared for. A dependant has a holder and no account of their own.
create table patient (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid references account,
  holder_id       uuid references patient,
  emr_id          uuid not null unique default gen_random_uuid(),
  first_name      text not null check (char_length(first_name) >= 2),
  last_name       text not null check (char_length(last_name) >= 2),
  date_of_birth   date not null check (date_of_birth > date '1900-12-31'),
  sex             text not null check (sex in ('Male', 'Female', 'PreferNotToSay')),
  gender_info     text,
  cpf             text unique check (cpf ~ '^[0-9]{11}$'),
  document_type   text check (document_type in ('DNI', 'NIE', 'PASSPORT')),
  document_number text,
  company_name    text,
  created_at      timestamptz not null default now(),
  check ((account_id is null) <> (holder_id is null))
);
create unique index one_patient_an_account on patient (account_id);
create unique index one_patient_a_document on patient (document_type, document_number);
create index dependants_of_holder on patient (holder_id);

-- What a patient agreed to, which text, and when.
create table consent (
  id          uuid primary key default gen_random_uuid(),
  patient_id  uuid not null references patient,
  document    text not null,
  text_hash   text not null,
  given_at    timestamptz not null default now()
);

-- Percentages off a product that a company pays for its employees.
create table company_discount (
  patient_id  uuid not null references patient,
  product_id  text not null,
  percentage  integer not null check (percentage between 1 and 100),
  primary key (patient_id, product_id)
);
