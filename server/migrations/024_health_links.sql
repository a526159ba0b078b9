-- SMART Health Links: a patient's health summary for whoever has the link (docs/decisions/0203).
create table health_link (
  id            uuid primary key default gen_random_uuid(),
  patient_id    uuid not null references patient,
  -- The address in the link is found by its hash; link and key are encrypted, so that the patient can show them again.
  token_hash    bytea not null unique,
  secret        text not null,
  label         text,
  passcode_hash text,
  wrong_codes   integer not null default 0,
  created_at    timestamptz not null default clock_timestamp(),
  expires_at    timestamptz not null,
  ended_at      timestamptz,
  constraint link_expires check (expires_at > created_at)
);
create index health_links_of_patient on health_link (patient_id, created_at desc);

-- Who opened it, as they called themselves.
create table health_link_opening (
  id        bigint primary key generated always as identity,
  link_id   uuid not null references health_link on delete cascade,
  recipient text not null check (char_length(recipient) <= 80),
  at        timestamptz not null default clock_timestamp()
);
create index openings_of_health_link on health_link_opening (link_id, at desc);
