-- A patient cannot be in two scheduled consultations at once. Set while a slot is paid for or booked; cleared when the
-- consultation ends, because a consultation that ended early leaves the rest of its slot free for another one.
alter table slot_claim add column patient_id uuid references patient;

-- Of consultations that were booked for the same minutes before this constraint, only the first is protected.
with upcoming as (
  select s.id, s.starts_at, s.ends_at, o.patient_id
  from slot_claim s join care_order o on o.claim_id = s.id and o.status in ('PROCESSING', 'PENDING', 'ACTIVE')
  where s.state in ('paying', 'booked') and s.ends_at > clock_timestamp())
update slot_claim s set patient_id = u.patient_id from upcoming u
where u.id = s.id and not exists (
  select 1 from upcoming e
  where e.patient_id = u.patient_id and (e.starts_at, e.id) < (u.starts_at, u.id)
    and tstzrange(e.starts_at, e.ends_at) && tstzrange(u.starts_at, u.ends_at));

alter table slot_claim add constraint one_consultation_a_patient
  exclude using gist (patient_id with =, tstzrange(starts_at, ends_at) with &&) where (state in ('paying', 'booked'));

create function free_patient_time() returns trigger language plpgsql as $$
begin
  update slot_claim set patient_id = null where id = new.claim_id;
  return null;
end $$;
create trigger ended_consultation_frees_its_patient after update of status on consultation
  for each row when (new.claim_id is not null and old.status <> new.status
    and new.status in ('CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED', 'EXPIRED'))
  execute function free_patient_time();
