-- Booked hours that the clinic cannot keep (decisions §10): the start for which their patients were offered others. It is of
-- one start, as a late choice is: another time is another question.
alter table consultation add column times_offered_for timestamptz,
  add constraint only_booked_hours_are_offered_others check (times_offered_for is null or type = 'scheduled');

alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check
  check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'too-late', 'reminder-day', 'reminder-hour', 'reminder-soon',
                  'called', 'missed', 'handed-over', 'late', 'late-choice', 'after-hours', 'times-offered', 'put-back', 'notes',
                  'prescription', 'turn', 'plan-paused', 'plan-resumed', 'plan-released'));

-- When a clinician is away, whatever their hours say: those stay as they are, so that what ends early gives them back. Why is
-- in the audit alone: it may be of somebody's health. Of two managers at once one wins.
create table clinician_absence (
  id            uuid primary key default gen_random_uuid(),
  clinician_id  uuid not null references clinician,
  starts_at     timestamptz not null,
  ends_at       timestamptz not null check (ends_at > starts_at),
  entered_by    uuid not null references staff,
  entered_at    timestamptz not null default clock_timestamp(),
  -- Before it began: as if it had never been.
  taken_back_at timestamptz,
  constraint one_absence_at_a_time
    exclude using gist (clinician_id with =, tstzrange(starts_at, ends_at) with &&) where (taken_back_at is null)
);
create index absences_to_come on clinician_absence (clinician_id, ends_at) where (taken_back_at is null);

create function is_away(clinician uuid, begins timestamptz, ends timestamptz) returns boolean language sql stable as $$
  select exists (select 1 from clinician_absence a where a.clinician_id = clinician and a.taken_back_at is null
    and a.starts_at < ends and a.ends_at > begins)
$$;

-- Nobody is booked into an absence, by whichever road. Whoever enters one has the clinician's row to themselves, so that a
-- time is either taken before, and found by them, or asked for after, and refused as one that somebody else has.
create function refuse_time_away() returns trigger language plpgsql as $$
begin
  perform 1 from clinician where id = new.clinician_id for key share;
  if is_away(new.clinician_id, new.starts_at, new.ends_at) then
    raise exception 'the clinician is away then' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger nobody_takes_time_away before insert on slot_claim
  for each row when (new.state <> 'released') execute function refuse_time_away();
create trigger nobody_is_booked_away before update of state on slot_claim
  for each row when (new.state = 'booked' and old.state <> 'booked') execute function refuse_time_away();
