-- Both sides were in this call at the same time: two seats of a video call, or a line that the patient answered. A call that
-- a clinician dialled by hand is never here: nobody else can know.
create table call_joined (
  call_action_id bigint primary key references consultation_action,
  at timestamptz not null default clock_timestamp()
);

-- Who was not reached steps aside for a few minutes, so that others are called meanwhile.
alter table consultation add column aside_until timestamptz;

-- Calls of consultations that are in care while this is installed: who was in them was not written down, and is believed.
insert into call_joined (call_action_id)
select a.id from consultation_action a join consultation c on c.id = a.consultation_id
where c.status = 'ACTIVE' and a.type = 'VIDEO_CALL_STARTED';
