-- What a clinician writes for the care team alone. A table of its own: no query for a patient, a document or a copy of their data reads it.
create table private_note (
  consultation_id uuid primary key references consultation,
  author_id       uuid not null references staff,
  text            text not null check (char_length(text) between 1 and 20000),
  signed_at       timestamptz not null default now()
);
create trigger private_note_is_append_only before update or delete on private_note
  for each row execute function refuse_change();

-- Saved while it is written, with the same version as the draft of the notes.
alter table consultation add column private_draft text not null default '';
