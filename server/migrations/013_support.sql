-- Questions to professionals, webinars and courses (docs/decisions/0048, 0052).

-- A patient's question to professionals.
create table question (
  id          uuid primary key default gen_random_uuid(),
  patient_id  uuid not null references patient,
  -- The client's key: a retry does not ask twice.
  key         uuid not null,
  topic       text not null check (topic in ('nutrition', 'exercise', 'endocrinology', 'technical')),
  text        text not null check (char_length(text) between 10 and 10000),
  asked_at    timestamptz not null default clock_timestamp(),
  -- The time by which an answer was promised.
  due_at      timestamptz not null,
  answer      text check (char_length(answer) between 2 and 4000),
  answered_by uuid references staff,
  answered_at timestamptz,
  unique (patient_id, key),
  constraint due_after_it_was_asked check (due_at > asked_at),
  constraint answered_with_words check ((answered_at is null) = (answer is null)),
  constraint answered_by_somebody check ((answered_at is null) = (answered_by is null))
);
create index questions_of_patient on question (patient_id, asked_at desc);
create index open_questions on question (due_at) where (answered_at is null);

-- An open question can be moved to another topic; it is answered once, and the answer is final.
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

-- Registrations for webinars. Webinars and courses are content, referenced by their content ids.
create table webinar_seat (
  webinar_id text not null,
  -- Seat, counted from 1: a registration takes the first free one, and no seat is taken twice.
  place      integer not null check (place >= 1),
  patient_id uuid not null references patient,
  taken_at   timestamptz not null default clock_timestamp(),
  primary key (webinar_id, patient_id),
  unique (webinar_id, place)
);
create index webinar_seats_of_patient on webinar_seat (patient_id);

create trigger webinar_seat_of_living_patient before insert on webinar_seat
  for each row execute function refuse_deleted_patient();

-- A patient's progress in the videos of a course.
create table lesson_progress (
  patient_id uuid not null references patient,
  course_id  text not null,
  lesson     text not null check (char_length(lesson) between 1 and 80),
  -- Furthest position seen; it never decreases.
  percent    integer not null check (percent between 0 and 100),
  -- Where to resume, in seconds.
  seconds    integer not null check (seconds between 0 and 86400),
  seen_at    timestamptz not null default clock_timestamp(),
  primary key (patient_id, course_id, lesson)
);

create trigger lesson_progress_of_living_patient before insert on lesson_progress
  for each row execute function refuse_deleted_patient();

-- When a patient, or the holder for a dependant, last opened a consultation's notes or a question's answer. Home names
-- what is unread.
create table read_mark (
  patient_id uuid not null references patient,
  -- A consultation or a question.
  item_id    uuid not null,
  read_at    timestamptz not null default clock_timestamp(),
  primary key (patient_id, item_id)
);

create trigger read_mark_of_living_patient before insert on read_mark
  for each row execute function refuse_deleted_patient();
