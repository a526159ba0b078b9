-- Who is invited at an address that is not the clinic's waits until another manager says yes (docs/decisions/0070).
alter table staff_invitation
  add column needs_second boolean not null default false,
  add column approved_at  timestamptz,
  -- Null of one that was approved at the clinic's own machine.
  add column approved_by  uuid references staff,
  -- Who said no, and why.
  add column declined_by  uuid references staff,
  add column answer       text check (char_length(answer) between 10 and 500),
  drop constraint staff_invitation_ended_as_check,
  add constraint staff_invitation_ended_as_check check (ended_as in ('accepted', 'withdrawn', 'replaced', 'declined')),
  add constraint approved_by_another check (approved_by <> invited_by),
  add constraint declined_by_another check (declined_by <> invited_by),
  add check (approved_at is null or needs_second),
  add check (approved_by is null or approved_at is not null),
  -- Nobody joins whom nobody else wanted.
  add constraint accepted_with_approval check (ended_as is distinct from 'accepted' or not needs_second or approved_at is not null),
  add constraint declined_with_answer check (
    (ended_as is not distinct from 'declined') = (declined_by is not null)
    and (declined_by is null) = (answer is null)
    and (declined_by is null or approved_at is null));
