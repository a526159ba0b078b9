-- Two charges of one month of a subscription are a task, although both books have them.
alter table reconciliation_task drop constraint reconciliation_task_kind_check;
alter table reconciliation_task add constraint reconciliation_task_kind_check check (kind in (
  'UNKNOWN_PAYMENT', 'NOT_RECORDED', 'MISSING_PAYMENT', 'AMOUNT_DIFFERS', 'CURRENCY_DIFFERS', 'REFUND_DIFFERS',
  'DISPUTE_DIFFERS', 'CHARGED_TWICE', 'MONEY_ON_HOLD', 'REFUND_REFUSED', 'INVOICE_REFUSED', 'INVOICE_TO_CANCEL'))
  not valid;
