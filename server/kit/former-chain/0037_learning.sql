-- Webinars that people registered for, and how far they came with the films of a course (docs/decisions/0052).
-- What is shown and when is content: a webinar and a course are named here by the name that the content service gives them.
create table webinar_place (
  webinar_id text not null,
  -- Counted from 1: who comes later takes the first that is free, and none is given twice.
  place      integer not null check (place >= 1),
  patient_id uuid not null references patient,
  taken_at   timestamptz not null default clock_timestamp(),
  primary key (webinar_id, patient_id),
  unique (webinar_id, place)
);
create index webinar_places_of_patient on webinar_place (patient_id);
create trigger webinar_place_of_living_patient before insert on webinar_place
  for each row execute function refuse_deleted_patient();

create table lesson_progress (
  patient_id uuid not null references patient,
  course_id  text not null,
  lesson     text not null check (char_length(lesson) between 1 and 80),
  -- The furthest that was seen; it never goes back.
  percent    integer not null check (percent between 0 and 100),
  -- Where to go on, in seconds.
  seconds    integer not null check (seconds between 0 and 86400),
  seen_at    timestamptz not null default clock_timestamp(),
  primary key (patient_id, course_id, lesson)
);
create trigger lesson_progress_of_living_patient before insert on lesson_progress
  for each row execute function refuse_deleted_patient();
