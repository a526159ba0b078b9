-- Words that clinicians write again and again.
create table note_template (
  id         uuid primary key default gen_random_uuid(),
  -- Whose it is; null: every clinician's, and managers write it.
  staff_id   uuid references staff,
  title      text not null check (char_length(title) between 1 and 80),
  text       text not null check (char_length(text) between 1 and 4000),
  written_by uuid not null references staff,
  changed_at timestamptz not null default clock_timestamp()
);
create index templates_of_staff on note_template (staff_id);
