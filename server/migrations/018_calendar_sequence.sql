-- SEQUENCE of the calendar file (RFC 5545, 3.8.7.4): a calendar keeps the hour it has until a file has a higher one. The trigger
-- raises it with every change of the event, whoever makes it: patient, desk, absence, reassignment or a job.
alter table consultation add column calendar_sequence integer not null default 0;

-- Files that were given out counted the patient's moves alone: no count here is lower than theirs.
update consultation c set calendar_sequence =
  greatest((select count(*) from consultation_action a where a.consultation_id = c.id and a.type = 'QUEUED') - 1, 0)
    + (c.status in ('CANCELLING', 'CANCELLED'))::int
where c.starts_at > clock_timestamp();

create function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := old.calendar_sequence + 1;
  return new;
end $$;
create trigger calendar_sequence_rises before update of starts_at, ends_at, clinician_id, contact_method, status on consultation
  for each row when (new.starts_at is not null
    and (old.starts_at, old.ends_at, old.clinician_id, old.contact_method, old.status in ('CANCELLING', 'CANCELLED'))
      is distinct from
      (new.starts_at, new.ends_at, new.clinician_id, new.contact_method, new.status in ('CANCELLING', 'CANCELLED')))
  execute function raise_calendar_sequence();
