-- Prescriptions, and papers whose code anybody may check (decision 0042).

create table prescription (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  patient_id      uuid not null references patient,
  author_id       uuid not null references staff,
  clinician_id    uuid not null references clinician,
  -- The desk's own name for it: two taps are one prescription.
  key             uuid not null,
  provider        text not null check (provider in ('memed', 'medikit')),
  items           jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 50),
  signed_at       timestamptz not null default clock_timestamp(),
  valid_until     date not null,
  state           text not null check (state in ('signing', 'sending', 'issued', 'refused', 'cancelling', 'cancelled')),
  provider_id     text,
  -- The provider's word for why not.
  problem         text check (problem ~ '^[A-Z_]{2,60}$'),
  cancel_reason   text check (char_length(cancel_reason) between 10 and 500),
  changed_at      timestamptz not null default clock_timestamp(),
  unique (consultation_id, key),
  unique (provider, provider_id),
  check (jsonb_array_length(items) > 0 or state in ('signing', 'cancelled')),
  check (provider_id is not null or state not in ('issued', 'cancelling')),
  check (cancel_reason is not null or state <> 'cancelling')
);
create index prescriptions_of_patient on prescription (patient_id, signed_at desc);
create index prescriptions_of_consultation on prescription (consultation_id, signed_at);
create index prescriptions_of_author on prescription (author_id, signed_at desc);
create index prescriptions_under_way on prescription (changed_at) where (state in ('sending', 'cancelling'));
create trigger prescription_of_living_patient before insert on prescription
  for each row execute function refuse_deleted_patient();

-- What was signed stays as it was signed; only what becomes of it moves.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE'
      and (new.id, new.consultation_id, new.patient_id, new.author_id, new.clinician_id, new.key, new.provider)
        = (old.id, old.consultation_id, old.patient_id, old.author_id, old.clinician_id, old.key, old.provider)
      and (old.state = 'signing' or (new.items, new.signed_at, new.valid_until) = (old.items, old.signed_at, old.valid_until))
      and old.state not in ('refused', 'cancelled') then
    return new;
  end if;
  raise exception 'a signed % is not rewritten', tg_table_name;
end $$;
create trigger prescription_is_not_rewritten before update or delete on prescription
  for each row execute function refuse_rewriting();

-- Papers that were given out, by the code that is on them.
create table care_paper (
  code            text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  consultation_id uuid not null references consultation,
  kind            text not null check (kind in ('notes', 'prescription', 'attendance')),
  prescription_id uuid references prescription,
  issued_at       timestamptz not null default clock_timestamp(),
  unique nulls not distinct (consultation_id, kind, prescription_id),
  check ((kind = 'prescription') = (prescription_id is not null))
);
create trigger paper_is_append_only before update or delete on care_paper
  for each row execute function refuse_change();

-- Who prescribed what is in the sealed audit: two acts and one subject more than there are; prescribing needs no words.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check '
    || replace(def, 'ARRAY[', 'ARRAY[''prescribe''::text, ''cancel-prescription''::text, ');
  execute check_of || 'conname = ''audit_subject_kind_check''' into found_name, def;
  alter table audit drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(def, 'ARRAY[', 'ARRAY[''prescription''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''prescribe''::text, ');
end $$;
