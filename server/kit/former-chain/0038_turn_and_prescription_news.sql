-- Two more pieces of news: a prescription is ready, and the turn of who waits away from the app is near.
alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check
  check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'reminder-day', 'reminder-hour', 'reminder-soon', 'called',
                  'missed', 'handed-over', 'notes', 'prescription', 'turn'));
-- What was to be told by the job that is gone is told by the sweep.
update consultation set told_at = null
where status = 'QUEUED' and away_at is not null and told_at > clock_timestamp() - interval '10 minutes'
  and exists (select 1 from graphile_worker.jobs where task_identifier = 'tellTurn' and key = 'turn:' || consultation.id);
delete from graphile_worker._private_jobs
where task_id in (select id from graphile_worker._private_tasks where identifier = 'tellTurn');
