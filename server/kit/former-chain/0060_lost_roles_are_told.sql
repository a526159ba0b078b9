-- Processes remember for some seconds who a session is. Whoever loses a role, by whatever way, loses it everywhere at once.
create function tell_sessions_of_staff() returns trigger language plpgsql as $$
declare
  topics text;
begin
  select string_agg('session:' || id, ' ') into topics from session where staff_id = new.id and ended_at is null;
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end
$$;
create trigger sessions_of_staff_are_told after update of role, status, clinician_id, link_due_since on staff
  for each row
  when ((old.role, old.status, old.clinician_id, old.link_due_since)
    is distinct from (new.role, new.status, new.clinician_id, new.link_due_since))
  execute function tell_sessions_of_staff();
