-- Questions to professionals, outside a consultation (docs/decisions/0048).
create table question (
  id          uuid primary key default gen_random_uuid(),
  patient_id  uuid not null references patient,
  -- The app's own name for what it sends: a retry asks nothing twice.
  key         uuid not null,
  topic       text not null check (topic in ('nutrition', 'exercise', 'endocrinology', 'technical')),
  text        text not null check (char_length(text) between 10 and 2000),
  asked_at    timestamptz not null default clock_timestamp(),
  -- What the patient was promised when they asked.
  due_at      timestamptz not null check (due_at > asked_at),
  answer      text check (char_length(answer) between 2 and 4000),
  answered_by uuid references staff,
  answered_at timestamptz,
  unique (patient_id, key),
  check ((answered_at is null) = (answer is null)),
  check ((answered_at is null) = (answered_by is null))
);
create index questions_of_patient on question (patient_id, asked_at desc);
create index open_questions on question (due_at) where (answered_at is null);

-- It may go to another topic while it is open; it is answered once, and then it stays.
create function refuse_other_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.answered_at is null
      and (new.id, new.patient_id, new.key, new.text, new.asked_at, new.due_at)
        = (old.id, old.patient_id, old.key, old.text, old.asked_at, old.due_at) then
    return new;
  end if;
  raise exception '% is answered once and then stays', tg_table_name;
end $$;
create trigger question_is_answered_once before update or delete on question
  for each row execute function refuse_other_answer();
create trigger question_of_living_patient before insert on question
  for each row execute function refuse_deleted_patient();

-- Who answered and who sent it on is in the sealed audit: two acts and one subject more than there are; neither needs words.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check '
    || replace(def, 'ARRAY[', 'ARRAY[''answer-question''::text, ''route-question''::text, ');
  execute check_of || 'conname = ''audit_subject_kind_check''' into found_name, def;
  alter table audit drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(def, 'ARRAY[', 'ARRAY[''question''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''answer-question''::text, ''route-question''::text, ');
end $$;
