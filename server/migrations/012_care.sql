-- The clinical record: notes, history, prescriptions, letters, documents and emergency access (docs/decisions/0041,
-- 0042).

-- Signed notes. Append-only: an amendment is another row.
create table note (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  author_id       uuid not null references staff,
  text            text not null check (char_length(text) between 1 and 20000),
  -- The note that this one amends, with the reason; the amended note stays as signed.
  amends          uuid,
  reason          text check (char_length(reason) between 1 and 500),
  signed_at       timestamptz not null default now(),
  unique (id, consultation_id),
  foreign key (amends, consultation_id) references note (id, consultation_id),
  constraint amends_for_a_reason check ((amends is null) = (reason is null))
);
create index notes_of_consultation on note (consultation_id, signed_at);
create unique index amended_once_by_a_text on note (amends, md5(text)) where (amends is not null);

create trigger note_is_append_only before update or delete on note for each row execute function refuse_change();

-- Notes for the care team alone. A table of its own: no query for a patient, a document or a data export reads it.
create table private_note (
  consultation_id uuid primary key references consultation,
  author_id       uuid not null references staff,
  text            text not null check (char_length(text) between 1 and 20000),
  signed_at       timestamptz not null default now()
);
create trigger private_note_is_append_only before update or delete on private_note
  for each row execute function refuse_change();

-- Text templates of clinicians.
create table note_template (
  id         uuid primary key default gen_random_uuid(),
  -- Null: shared by all clinicians, written by managers.
  staff_id   uuid references staff,
  title      text not null check (char_length(title) between 1 and 80),
  text       text not null check (char_length(text) between 1 and 4000),
  written_by uuid not null references staff,
  changed_at timestamptz not null default clock_timestamp()
);
create index templates_of_staff on note_template (staff_id);

-- The patient's medical history. Append-only: a change is a new entry that supersedes the old one with a reason; a
-- mistaken entry is superseded by one marked entered-in-error.
create table history_entry (
  id         uuid primary key default gen_random_uuid(),
  patient_id uuid not null references patient,
  kind       text not null check (kind in ('allergy', 'personal', 'family', 'clinical')),
  text       text not null check (char_length(text) between 1 and 500),
  -- As precise as known: a year, a month or a day.
  onset      text check (onset ~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$'),
  severity   text check (severity in ('mild', 'moderate', 'severe', 'anaphylaxis')),
  status     text not null check (status in ('active', 'resolved', 'entered-in-error')),
  relative   text check (relative in ('mother', 'father', 'sibling', 'child', 'grandparent', 'other')),
  author_id  uuid not null references staff,
  written_at timestamptz not null default clock_timestamp(),
  supersedes uuid unique,
  reason     text check (char_length(reason) between 1 and 10000),
  unique (id, patient_id, kind),
  foreign key (supersedes, patient_id, kind) references history_entry (id, patient_id, kind),
  constraint supersedes_for_a_reason check ((supersedes is null) = (reason is null)),
  constraint severity_of_allergies check (kind = 'allergy' or severity is null),
  constraint relative_of_family_history check ((kind = 'family') = (relative is not null)),
  constraint error_supersedes check (status <> 'entered-in-error' or supersedes is not null)
);
create index history_of_patient on history_entry (patient_id, written_at);

create trigger history_is_append_only before update or delete on history_entry
  for each row execute function refuse_change();
create trigger history_of_living_patient before insert on history_entry
  for each row execute function refuse_deleted_patient();

-- A patient's request to change their history; a clinician answers it once.
create table edit_request (
  id            uuid primary key default gen_random_uuid(),
  patient_id    uuid not null references patient,
  section       text not null check (section in ('allergy', 'personal', 'family', 'clinical')),
  -- The entry in question; null when something is missing.
  entry_id      uuid,
  text          text not null check (char_length(text) between 10 and 10000),
  state         text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answered_by   uuid references staff,
  answered_at   timestamptz,
  answer        text check (char_length(answer) between 10 and 500),
  made_entry_id uuid,
  created_at    timestamptz not null default clock_timestamp(),
  foreign key (entry_id, patient_id, section) references history_entry (id, patient_id, kind),
  foreign key (made_entry_id, patient_id, section) references history_entry (id, patient_id, kind),
  constraint answered_at_some_time check ((state = 'open') = (answered_at is null)),
  constraint answered_by_somebody check ((answered_at is null) = (answered_by is null)),
  constraint declined_with_words check ((state = 'declined') = (answer is not null)),
  constraint accepted_with_an_entry check ((state = 'accepted') = (made_entry_id is not null))
);
create index requests_of_patient on edit_request (patient_id, created_at desc);
create index open_requests on edit_request (created_at) where (state = 'open');
-- A repeated tap sends the same request once.
create unique index asked_once on edit_request (patient_id, section, entry_id, md5(text)) nulls not distinct
  where (state = 'open');

create function refuse_second_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.state = 'open' and (new.id, new.patient_id, new.section, new.text, new.created_at)
      = (old.id, old.patient_id, old.section, old.text, old.created_at) then
    return new;
  end if;
  raise exception '% is answered once and then stays', tg_table_name;
end $$;
create trigger request_is_answered_once before update or delete on edit_request
  for each row execute function refuse_second_answer();
create trigger request_of_living_patient before insert on edit_request
  for each row execute function refuse_deleted_patient();

-- Emergency access (break-glass) to a record by staff who are not in care of the patient: the reason, and a manager's
-- review.
create table break_glass (
  id          uuid primary key default gen_random_uuid(),
  staff_id    uuid not null references staff,
  patient_id  uuid not null references patient,
  reason      text not null check (char_length(reason) between 20 and 500),
  opened_at   timestamptz not null default clock_timestamp(),
  open_until  timestamptz not null,
  reviewed_by uuid references staff,
  reviewed_at timestamptz,
  verdict     text check (verdict in ('justified', 'not-justified')),
  review      text check (char_length(review) between 10 and 500),
  constraint open_until_after_opening check (open_until > opened_at),
  constraint reviewed_by_another check (reviewed_by <> staff_id),
  constraint reviewed_at_some_time check ((reviewed_by is null) = (reviewed_at is null)),
  constraint reviewed_with_a_verdict check ((reviewed_by is null) = (verdict is null)),
  constraint reviewed_with_words check ((reviewed_by is null) = (review is null))
);
create index openings_of_patient on break_glass (patient_id, open_until);
create index openings_to_review on break_glass (opened_at) where (reviewed_by is null);

create function refuse_second_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.reviewed_by is null
      and (new.id, new.staff_id, new.patient_id, new.reason, new.opened_at, new.open_until)
        = (old.id, old.staff_id, old.patient_id, old.reason, old.opened_at, old.open_until) then
    return new;
  end if;
  raise exception '% is reviewed once and then stays', tg_table_name;
end $$;
create trigger opening_is_reviewed_once before update or delete on break_glass
  for each row execute function refuse_second_review();
create trigger opening_of_living_patient before insert on break_glass
  for each row execute function refuse_deleted_patient();

-- Prescriptions (docs/decisions/0042).
create table prescription (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  patient_id      uuid not null references patient,
  author_id       uuid not null references staff,
  clinician_id    uuid not null references clinician,
  -- The client's key: a repeated tap creates one prescription.
  key             uuid not null,
  provider        text not null check (provider in ('memed', 'medikit')),
  items           jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 50),
  signed_at       timestamptz not null default clock_timestamp(),
  valid_until     date not null,
  state           text not null check (state in ('signing', 'sending', 'issued', 'refused', 'cancelling', 'cancelled')),
  provider_id     text,
  -- The provider's error code.
  problem         text check (problem ~ '^[A-Z_]{2,60}$'),
  cancel_reason   text check (char_length(cancel_reason) between 10 and 500),
  -- Why a medicine was prescribed that matches an allergy of the patient; null when none matched.
  allergy_reason  text check (char_length(allergy_reason) between 10 and 500),
  changed_at      timestamptz not null default clock_timestamp(),
  unique (consultation_id, key),
  unique (provider, provider_id),
  constraint something_prescribed check (jsonb_array_length(items) > 0 or state in ('signing', 'cancelled')),
  constraint named_by_provider_once_issued check (provider_id is not null or state not in ('issued', 'cancelling')),
  constraint cancelled_for_a_reason check (cancel_reason is not null or state <> 'cancelling')
);
create index prescriptions_of_patient on prescription (patient_id, signed_at desc);
create index prescriptions_of_consultation on prescription (consultation_id, signed_at);
create index prescriptions_of_author on prescription (author_id, signed_at desc);
-- Prescriptions that wait for a provider.
create index prescriptions_under_way on prescription (changed_at) where (state in ('signing', 'sending', 'cancelling'));

create trigger prescription_of_living_patient before insert on prescription
  for each row execute function refuse_deleted_patient();

-- A signed prescription cannot be rewritten; only its state changes.
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

-- Verification codes of documents that were handed out.
create table issued_document (
  code            text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  consultation_id uuid not null references consultation,
  kind            text not null check (kind in ('notes', 'prescription', 'attendance')),
  prescription_id uuid references prescription,
  issued_at       timestamptz not null default clock_timestamp(),
  unique nulls not distinct (consultation_id, kind, prescription_id),
  constraint prescription_of_its_paper check ((kind = 'prescription') = (prescription_id is not null))
);

create trigger issued_document_is_append_only before update or delete on issued_document
  for each row execute function refuse_change();

-- Signed letters of a consultation: a referral to another professional, or a medical certificate.
create table letter (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  author_id       uuid not null references staff,
  clinician_id    uuid not null references clinician,
  kind            text not null check (kind in ('referral', 'certificate')),
  -- Addressee of a referral: a specialty or a professional.
  recipient       text check (char_length(recipient) between 1 and 120),
  text            text not null check (char_length(text) between 1 and 4000),
  -- The client's key: a repeated tap creates one letter.
  key             uuid not null,
  -- Printed on the letter: its recipient checks it with this code, as in `issued_document`.
  code            text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  signed_at       timestamptz not null default clock_timestamp(),
  unique (consultation_id, key),
  constraint recipient_of_a_referral check ((kind = 'referral') = (recipient is not null))
);
create trigger letter_is_append_only before update or delete on letter for each row execute function refuse_change();

-- Files of a consultation. The bytes are outside the database, encrypted, under a random name (`file`).
create table consultation_document (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  -- Uploaded by the patient about symptoms, or by the clinician.
  side            text not null check (side in ('patient', 'clinician')),
  -- Upload slot within the quota: concurrent uploads cannot both take the last one.
  place           smallint not null check (place between 1 and 20),
  account_id      uuid references account,
  staff_id        uuid references staff,
  -- The client's key: a repeated upload is one document. `upload_hash` is of the bytes as uploaded.
  upload_key      uuid not null,
  upload_hash     bytea not null check (octet_length(upload_hash) = 32),
  file            uuid not null unique,
  type            text not null check (type in ('image/jpeg', 'application/pdf')),
  size            integer not null check (size > 0),
  hash            bytea not null check (octet_length(hash) = 32),
  name            text not null check (char_length(name) <= 100),
  -- Whether the stored PDF was already rewritten at upload; others are rewritten each time they are opened.
  is_anew         boolean not null default false,
  -- The uploaded PDF had a digital signature, which the stored one lost: the reader is told.
  was_signed      boolean not null default false,
  -- Not scanned yet, because the scanner is unavailable: not served.
  is_waiting      boolean not null default false,
  hidden_at       timestamptz,
  hidden_by       uuid references staff,
  created_at      timestamptz not null default clock_timestamp(),
  unique (consultation_id, side, place),
  unique (consultation_id, side, upload_key),
  constraint patient_by_account check ((side = 'patient') = (account_id is not null)),
  constraint clinician_by_staff check ((side = 'clinician') = (staff_id is not null)),
  constraint hidden_by_somebody check ((hidden_at is null) = (hidden_by is null))
);
create index waiting_documents on consultation_document (created_at) where (is_waiting);

-- A patient's rating of a finished consultation: one each, which they can change.
create table consultation_rating (
  consultation_id uuid primary key references consultation,
  stars           smallint not null check (stars between 1 and 5),
  comment         text check (char_length(comment) between 1 and 10000),
  rated_at        timestamptz not null default now()
);
