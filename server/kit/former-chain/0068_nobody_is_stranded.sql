-- What a patient wishes whom the clinic keeps waiting beyond their booked start (decisions §10): to wait on, or to see
-- whichever colleague comes first. It is of one start, as a confirmation is: another time is another question.
alter table consultation
  add column late_choice text check (late_choice in ('WAIT', 'ANOTHER')),
  add column late_choice_for timestamptz,
  add check ((late_choice is null) = (late_choice_for is null));

-- What the clock has found, for whoever asks who may take it: the start that passed with nobody there, and since when whoever
-- holds it has been away from their desk, or may not work any more.
alter table consultation add column late_for timestamptz, add column left_at timestamptz;

alter table care_order drop constraint care_order_cancelled_by_check;
alter table care_order add constraint care_order_cancelled_by_check
  check (cancelled_by in ('patient', 'clinician', 'missed-calls', 'absence'));
alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('PAID_TOO_LATE', 'PATIENT_CANCELLED',
  'CLINICIAN_CANCELLED', 'CLINICIAN_ABSENT', 'MISSED_CALLS', 'CARE_NOT_GIVEN', 'DESK'));

alter table news drop constraint news_kind_check;
alter table news add constraint news_kind_check
  check (kind in ('booked', 'moved', 'cancelled', 'refunded', 'reminder-day', 'reminder-hour', 'reminder-soon', 'called',
                  'missed', 'handed-over', 'late', 'late-choice', 'put-back', 'notes', 'prescription', 'turn',
                  'plan-paused', 'plan-resumed', 'plan-released'));
-- Once a start, whichever worker looks.
create unique index one_late_word_a_time on news (consultation_id, kind, starts_at) where (kind like 'late%');

-- The audit learns a deed, which has a reason as handing over has one. What it knows already is read from the database, and
-- not written down again.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(def, 'ARRAY[', 'ARRAY[''rescue''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''rescue''::text, ');
end $$;
