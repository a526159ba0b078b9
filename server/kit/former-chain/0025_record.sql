-- The medical history, who looked at it and why, amendments of notes, and the way in for an emergency (decision 0041).

-- What is known of a patient's health. An entry is never changed: another one takes its place and says why, and one that
-- was wrong from the start is replaced by one that says so.
create table history_entry (
  id          uuid primary key default gen_random_uuid(),
  patient_id  uuid not null references patient,
  kind        text not null check (kind in ('allergy', 'personal', 'family', 'clinical')),
  text        text not null check (char_length(text) between 1 and 500),
  -- As exactly as somebody remembers: a year, a month or a day.
  onset       text check (onset ~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$'),
  severity    text check (severity in ('mild', 'moderate', 'severe')),
  status      text not null check (status in ('active', 'resolved', 'entered-in-error')),
  relative    text check (relative in ('mother', 'father', 'sibling', 'child', 'grandparent', 'other')),
  author_id   uuid not null references staff,
  written_at  timestamptz not null default clock_timestamp(),
  supersedes  uuid unique,
  reason      text check (char_length(reason) between 1 and 1000),
  unique (id, patient_id, kind),
  foreign key (supersedes, patient_id, kind) references history_entry (id, patient_id, kind),
  check ((supersedes is null) = (reason is null)),
  check (kind = 'allergy' or severity is null),
  check ((kind = 'family') = (relative is not null)),
  check (status <> 'entered-in-error' or supersedes is not null)
);
create index history_of_patient on history_entry (patient_id, written_at);
create trigger history_is_append_only before update or delete on history_entry
  for each row execute function refuse_change();
create trigger history_of_living_patient before insert on history_entry
  for each row execute function refuse_deleted_patient();

-- A patient reads and asks; a clinician answers, once.
create table edit_request (
  id            uuid primary key default gen_random_uuid(),
  patient_id    uuid not null references patient,
  section       text not null check (section in ('allergy', 'personal', 'family', 'clinical')),
  -- The entry that it is about; without one something is missing.
  entry_id      uuid,
  text          text not null check (char_length(text) between 10 and 1000),
  created_at    timestamptz not null default clock_timestamp(),
  state         text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answered_by   uuid references staff,
  answered_at   timestamptz,
  answer        text check (char_length(answer) between 10 and 500),
  made_entry_id uuid,
  foreign key (entry_id, patient_id, section) references history_entry (id, patient_id, kind),
  foreign key (made_entry_id, patient_id, section) references history_entry (id, patient_id, kind),
  check ((state = 'open') = (answered_at is null)),
  check ((answered_at is null) = (answered_by is null)),
  check ((state = 'declined') = (answer is not null)),
  check ((state = 'accepted') = (made_entry_id is not null))
);
create index requests_of_patient on edit_request (patient_id, created_at desc);
create index open_requests on edit_request (created_at) where (state = 'open');
-- Two taps ask once.
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

-- Who opened a record without being in care of the patient, why, and what a manager says of it.
create table break_glass (
  id          uuid primary key default gen_random_uuid(),
  staff_id    uuid not null references staff,
  patient_id  uuid not null references patient,
  reason      text not null check (char_length(reason) between 20 and 500),
  opened_at   timestamptz not null default clock_timestamp(),
  open_until  timestamptz not null check (open_until > opened_at),
  reviewed_by uuid references staff check (reviewed_by <> staff_id),
  reviewed_at timestamptz,
  verdict     text check (verdict in ('justified', 'not-justified')),
  review      text check (char_length(review) between 10 and 500),
  check ((reviewed_by is null) = (reviewed_at is null)),
  check ((reviewed_by is null) = (verdict is null)),
  check ((reviewed_by is null) = (review is null))
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

-- An amendment is a note that says which note it amends and why; the amended one stays as it was signed.
alter table note
  add column amends uuid,
  add column reason text check (char_length(reason) between 1 and 500),
  add unique (id, consultation_id),
  add foreign key (amends, consultation_id) references note (id, consultation_id),
  add check ((amends is null) = (reason is null));
create unique index amended_once_by_a_text on note (amends, md5(text)) where (amends is not null);

-- Every look at a record is in the sealed audit: six acts and one subject more than there are. Those that need no words
-- of their own say in `detail` why they were allowed.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(def, 'ARRAY[',
    'ARRAY[''read-record''::text, ''read-consultation''::text, ''write-record''::text, ''amend-note''::text, '
    || '''break-glass''::text, ''review-break-glass''::text, ');
  execute check_of || 'conname = ''audit_subject_kind_check''' into found_name, def;
  alter table audit drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_subject_kind_check ' || replace(def, 'ARRAY[', 'ARRAY[''record''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' ' || replace(def, 'ARRAY[',
    'ARRAY[''read-record''::text, ''read-consultation''::text, ''write-record''::text, ''amend-note''::text, ');
end $$;
