-- Addresses, the change of a phone, and what becomes of a patient who leaves (docs/decisions/0024, docs/data-fate.md).
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
  check (country <> 'BR' or postal_code ~ '^[0-9]{8}$'),
  check (country <> 'ES' or postal_code ~ '^(0[1-9]|[1-4][0-9]|5[0-2])[0-9]{3}$')
);

-- What a look-up said of a postal code. It is of a place, not of a person, and may be asked anew.
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

-- A word to a number that may not be the account's any more. Gone once it was sent.
create table account_notice (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null check (kind in ('phone-changed', 'email-changed', 'deleted')),
  phone      text not null,
  locale     text not null,
  created_at timestamptz not null default clock_timestamp()
);

alter table verification drop constraint verification_purpose_check;
alter table verification add check (purpose in ('phone', 'mfa', 'recovery', 'change'));

-- A deleted account and a deleted patient keep a row, because orders and consultations refer to it, and nothing in it
-- tells who they were. Their phone, e-mail and documents are free again.
alter table account alter phone drop not null;
alter table account alter email drop not null;
alter table account add column deleted_at timestamptz;
update account set deleted_at = now(), phone = null, email = null, password_hash = '' where status = 'deleted';
alter table account add check ((status = 'deleted') = (deleted_at is not null));
alter table account add check (case status when 'deleted' then phone is null and email is null and password_hash = ''
                                           else phone is not null and email is not null end);
alter table patient add column deleted_at timestamptz;
alter table patient add check (deleted_at is null or (cpf is null and document_number is null and gender_info is null
                                                      and company_name is null));

-- What the law keeps of them: read by nobody but the purge, and by hand when a court asks.
create table locked_patient (
  patient_id     uuid primary key references patient,
  account_id     uuid not null references account,
  -- Who the patient was: needed as long as the clinical record is.
  identity       jsonb not null,
  -- How to reach the holder: goes first.
  contact        jsonb,
  deleted_at     timestamptz not null,
  account_until  timestamptz not null,
  clinical_until timestamptz not null check (clinical_until >= account_until),
  -- A dispute: nothing of this patient is purged until it is settled.
  on_hold        boolean not null default false
);
create index locked_patients_by_date on locked_patient (account_until) where (not on_hold);

-- That it was purged when it was due, and whose.
create table purge_record (
  patient_id uuid not null references patient,
  kind       text not null check (kind in ('account', 'clinical')),
  due_at     timestamptz not null,
  purged_at  timestamptz not null,
  primary key (patient_id, kind)
);

-- Care and a deletion exclude each other, whichever process is faster: who books holds the patient's row (key share), who
-- deletes wants it alone, and the second to come sees what the first did.
create function refuse_deleted_patient() returns trigger language plpgsql as $$
begin
  perform 1 from patient where id = new.patient_id and deleted_at is null for key share;
  if not found then
    raise exception 'the patient was deleted' using errcode = 'check_violation', constraint = 'patient_is_there';
  end if;
  return new;
end $$;
create trigger order_of_living_patient before insert on care_order
  for each row execute function refuse_deleted_patient();
create trigger consultation_of_living_patient before insert on consultation
  for each row execute function refuse_deleted_patient();

-- Notes and actions stay append-only, but for the purge of what is no longer kept, which says so.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
