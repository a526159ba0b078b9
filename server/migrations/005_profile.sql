-- Patients, and what remains of them after a deletion (docs/decisions/0024, docs/data-retention.md).

-- Care and deletion of a patient exclude each other: booking takes a key share lock on the patient's row, deletion takes
-- an exclusive one, and the second sees what the first did.
create function refuse_deleted_patient() returns trigger language plpgsql as $$
begin
  perform 1 from patient where id = new.patient_id and deleted_at is null for key share;
  if not found then
    raise exception 'the patient was deleted' using errcode = 'check_violation', constraint = 'patient_is_there';
  end if;
  return new;
end $$;

-- Words of a name for search: lower case without accents, ß as ss. "O'Hara" gives ohara, o and hara, so that it is found
-- with an apostrophe, without one and with a space. An index uses this function: after a change the index must be
-- rebuilt.
create function search_words(name text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  plain text := regexp_replace(normalize(lower(name), nfd), '[\u0300-\u036f\u200c\u200d]', '', 'g');
begin
  plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  plain := translate(plain, 'łøđðħıŧ', 'loddhit');
  return array(
    select distinct word
    from regexp_split_to_table(regexp_replace(plain, '[''’‘ʼʻ`´]', '', 'g') || ' ' || plain, '[[:space:][:punct:]´]+') word
    where word <> '');
end $$;

-- Matches when each typed word is the beginning of a word of the name. Null when no letter was typed. A function, so that
-- the planner sees the words of a query and their frequency.
create function search_query(typed text) returns tsquery language plpgsql immutable strict parallel safe as $$
begin
  return (
    select string_agg(quote_literal(word) || ':*', ' & ')
    from unnest(search_words(regexp_replace(typed, '[''’‘ʼʻ`´]', '', 'g'))) word)::tsquery;
end $$;

-- A dependant has a holder and no account. A deleted patient keeps a row without personal data, like a deleted account.
create table patient (
  id              uuid primary key default gen_random_uuid(),
  account_id      uuid references account,
  holder_id       uuid references patient,
  emr_id          uuid not null default gen_random_uuid() unique,
  first_name      text not null check (char_length(first_name) >= 2),
  last_name       text not null check (char_length(last_name) >= 2),
  date_of_birth   date not null check (date_of_birth > date '1900-12-31'),
  sex             text not null check (sex in ('Male', 'Female', 'PreferNotToSay')),
  gender_info     text,
  cpf             text unique check (cpf ~ '^[0-9]{11}$'),
  document_type   text check (document_type in ('DNI', 'NIE', 'PASSPORT')),
  document_number text,
  -- The company whose link the patient used.
  company_id      uuid references company,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  constraint account_or_holder check ((account_id is null) <> (holder_id is null)),
  constraint nothing_told_of_the_deleted check (
    deleted_at is null or (cpf is null and document_number is null and gender_info is null and company_id is null))
);
create unique index one_patient_an_account on patient (account_id);
create unique index one_patient_a_document on patient (document_type, document_number);
create index dependants_of_holder on patient (holder_id);
-- A dependant is a minor of one holder: the same child is stored once however often it is sent.
create unique index one_dependant_a_child on patient (holder_id, lower(first_name), lower(last_name), date_of_birth)
  where (holder_id is not null and deleted_at is null);
create index patients_of_company on patient (company_id) where (company_id is not null);
-- Patients are found by the beginnings of any words of the name, in any order.
create index patients_by_name on patient using gin (array_to_tsvector(search_words(first_name || ' ' || last_name)));

-- At most ten minors for each holder, and no dependants of dependants; adults do not count. Locks the holder's row, so
-- that concurrent requests cannot both add the tenth.
create function check_family() returns trigger language plpgsql as $$
begin
  perform 1 from patient where id = new.holder_id and account_id is not null and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'check_violation', constraint = 'holder_has_an_account',
      message = 'a dependant cannot have dependants';
  end if;
  if (select count(*) from patient
      where holder_id = new.holder_id and id <> new.id and deleted_at is null
        and date_of_birth > ((clock_timestamp() at time zone 'utc')::date - interval '18 years')::date) >= 10 then
    raise exception using errcode = 'check_violation', constraint = 'ten_dependants_a_holder',
      message = 'this family is full';
  end if;
  return new;
end $$;
create trigger family_is_checked before insert or update of holder_id on patient
  for each row when (new.holder_id is not null) execute function check_family();

-- Notifies every process when a family changes, so that cached data of its holder is dropped.
create function tell_family() returns trigger language plpgsql as $$
declare
  topics text;
begin
  select string_agg('account:' || account_id, ' ') into topics from patient
    where account_id is not null and id in (old.holder_id, new.holder_id);
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end $$;
create trigger family_is_told after insert or delete or update of holder_id, date_of_birth, deleted_at on patient
  for each row execute function tell_family();

-- Home and billing address.
create table address (
  patient_id  uuid not null references patient,
  kind        text not null check (kind in ('home', 'billing')),
  country     text not null check (country ~ '^[A-Z]{2}$'),
  postal_code text not null,
  state       text not null,
  city        text not null check (city <> ''),
  district    text not null,
  street      text not null check (street <> ''),
  number      text not null default 'S/N' check (number <> ''),
  comments    text not null default '',
  changed_at  timestamptz not null default clock_timestamp(),
  primary key (patient_id, kind),
  constraint postal_code_of_brazil check (country <> 'BR' or postal_code ~ '^[0-9]{8}$'),
  constraint postal_code_of_spain check (country <> 'ES' or postal_code ~ '^(0[1-9]|[1-4][0-9]|5[0-2])[0-9]{3}$')
);

-- Cached results of a postal code lookup: about places, not people.
create table postal_code (
  country    text not null,
  code       text not null,
  state      text not null,
  city       text,
  district   text,
  street     text,
  fetched_at timestamptz not null default clock_timestamp(),
  primary key (country, code)
);

-- Data of deleted patients that the law requires to keep. Only the purge reads it, and an operator by hand on a court
-- order.
create table locked_patient (
  patient_id     uuid primary key references patient,
  account_id     uuid not null references account,
  -- Who the patient was; kept as long as the clinical record.
  identity       jsonb not null,
  -- How to reach the holder; purged first.
  contact        jsonb,
  deleted_at     timestamptz not null,
  account_until  timestamptz not null,
  clinical_until timestamptz not null,
  -- Set during a dispute: nothing of this patient is purged.
  on_hold        boolean not null default false,
  constraint clinical_record_stays_longest check (clinical_until >= account_until)
);
create index locked_patients_by_date on locked_patient (account_until) where (not on_hold);

-- Proof that data were purged, when, and whose.
create table purge_record (
  patient_id uuid not null references patient,
  kind       text not null check (kind in ('account', 'clinical')),
  due_at     timestamptz not null,
  purged_at  timestamptz not null,
  primary key (patient_id, kind)
);

-- What the patient's company pays today.
create view company_discount as
select p.id as patient_id, d.product_id, d.percentage, c.name
from patient p
join company c on c.id = p.company_id and c.ended_at is null
join company_product_discount d on d.company_id = c.id
  and coalesce(d.valid_from <= clock_timestamp(), true) and coalesce(d.valid_until > clock_timestamp(), true);
