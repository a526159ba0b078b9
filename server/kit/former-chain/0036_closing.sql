-- How a consultation ended at the desk, and why its last try came to nothing (docs/decisions/0051).
alter table consultation
  add column closed_for text check (closed_for in ('completed', 'patient-left', 'in-person', 'emergency', 'technical-failure')),
  add column failed_for text check (failed_for in ('NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION')),
  add check (closed_for is null or (status = 'CLOSED_WITH_ERROR') = (closed_for = 'technical-failure')),
  add check (closed_for is null or status in ('CLOSED', 'CLOSED_WITH_ERROR'));

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('PAID_TOO_LATE', 'PATIENT_CANCELLED',
  'CLINICIAN_CANCELLED', 'MISSED_CALLS', 'CARE_NOT_GIVEN', 'DESK'));
