-- The last free texts about a patient are encrypted too (docs/decisions/0192): who opened a shared health summary, since a
-- ward says what the patient has, and the reasons of managers about a payment. Lengths are limits of the API.
alter table health_link_opening drop constraint health_link_opening_recipient_check;
alter table refund_request
  drop constraint refund_request_reason_check,
  drop constraint refund_request_answer_check;
alter table reconciliation_task drop constraint reconciliation_task_reason_check;
