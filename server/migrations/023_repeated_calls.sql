-- The reply to a repeated request is encrypted: it may hold health data. `reply` is no longer written. While
-- `running_until` lies ahead the first request still runs.
alter table idempotency add column running_until timestamptz;
alter table idempotency add column reply_text text;
