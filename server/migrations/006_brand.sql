-- Consents: what patients agreed to, and in which words.

-- Each text that was agreed to, stored once under its SHA-256. Without a body only the hash is known; the body is added
-- when a text with that hash is seen.
create table consent_text (
  hash text primary key,
  body text,
  constraint named_by_its_digest check (body is null or hash = encode(sha256(convert_to(body, 'UTF8')), 'hex'))
);

create function refuse_other_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.body is null and new.hash = old.hash then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger consent_text_is_append_only before update or delete on consent_text
  for each row execute function refuse_other_text();

-- Append-only: every consent and withdrawal, with its subject, text, language, and the account that gave it for the
-- patient.
create table consent (
  id         uuid primary key default gen_random_uuid(),
  seq        bigint not null generated always as identity,
  patient_id uuid not null references patient,
  account_id uuid not null references account,
  kind       text not null check (kind in ('document', 'telemedicine', 'sharing', 'analytics', 'whatsapp')),
  subject    text not null check (char_length(subject) between 1 and 80),
  given      boolean not null,
  text_hash  text not null references consent_text,
  language   text,
  version    text,
  at         timestamptz not null default now()
);
create index consents_of_patient on consent (patient_id, kind, subject, seq desc);

create trigger consent_is_append_only before update or delete on consent for each row execute function refuse_change();
