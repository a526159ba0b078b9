-- Shared by all areas: one-time tokens, rate limits, idempotency, error reports and the audit log. After access, because
-- error reports and the audit refer to staff.

-- Append-only tables, except for the retention purge, which sets `cuida.purge`.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Append-only without any exception: not even the retention purge may change the audit log.
create function refuse_tampering() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- One-time tokens that were used: the token's jti, kept until the token would have expired.
create table spent_token (
  jti        uuid primary key,
  expires_at timestamptz not null
);

-- Rate limits shared by all processes: one row for each key and window.
create table rate_window (
  key        text not null,
  started_at timestamptz not null,
  count      integer not null default 1,
  primary key (key, started_at)
);

-- The reply to an Idempotency-Key: a retry gets it again, the same key with another body is refused.
create table idempotency (
  key        text not null,
  owner      text not null,
  body_hash  bytea not null,
  status     integer,
  reply      jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);

-- Error reports for the managers of an installation without an error server (docs/decisions/0079): one row for each kind
-- of error, however often it occurs. The allow-list of server/kit/error-reports/error-report.ts keeps personal data out.
create table error_report (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{32}$'),
  program     text not null check (program in ('api', 'worker', 'app', 'desk')),
  name        text not null check (char_length(name) between 1 and 64),
  code        text check (char_length(code) <= 40),
  -- Pattern of the route, or name of the screen or job.
  route       text check (char_length(route) <= 121),
  method      text check (char_length(method) <= 7),
  job         text check (char_length(job) <= 40),
  status      integer check (status between 100 and 599),
  -- Release of the last occurrence.
  release     text not null check (char_length(release) <= 64),
  trace_id    text check (trace_id ~ '^[0-9a-f]{32}$'),
  handled     boolean not null,
  frames      jsonb not null check (pg_column_size(frames) <= 8000),
  times       bigint not null default 1 check (times > 0),
  first_at    timestamptz not null default clock_timestamp(),
  last_at     timestamptz not null default clock_timestamp(),
  -- When a manager marked it as done; cleared when the error occurs again.
  done_at     timestamptz,
  done_by     uuid references staff,
  constraint done_by_somebody check (num_nulls(done_at, done_by) in (0, 2))
);
create index error_reports_by_last on error_report (last_at desc, fingerprint);

-- Audit log: who did or read what, about whom, why and when. Each row is chained to the one before it by an HMAC with a
-- key outside the database.
create table audit (
  seq          bigint primary key check (seq > 0),
  at           timestamptz(3) not null,
  staff_id     uuid not null references staff,
  -- Actions that need no reason record in `detail` why they were allowed.
  act          text not null check (act in (
    'search', 'view', 'block', 'unblock', 'end-session', 'end-sessions', 'end-own-session',
    'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'renew-staff',
    'change-clinician',
    'create-company', 'change-company', 'end-company', 'make-company-links', 'take-back-company-links',
    'create-promo-code', 'disable-promo-code', 'agenda', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
    'read-record', 'read-consultation', 'write-record', 'amend-note', 'break-glass', 'review-break-glass',
    'prescribe', 'cancel-prescription', 'hide-document', 'answer-question', 'route-question',
    'ask-refund', 'approve-refund', 'decline-refund', 'withdraw-refund', 'retry-refund', 'release-payment', 'resolve-task',
    'record-dispute', 'answer-dispute', 'decide-dispute',
    'pause-subscription', 'resume-subscription', 'release-subscription')),
  subject_kind text check (subject_kind in (
    'patient', 'staff', 'clinician', 'company', 'promo-code', 'record', 'prescription', 'document', 'question',
    'order', 'task', 'dispute', 'subscription')),
  subject_id   uuid,
  reason       text check (char_length(reason) between 10 and 500),
  -- JSON as text, exactly as it was signed; jsonb would reorder it.
  detail       text check (json_typeof(detail::json) = 'object'),
  previous     bytea not null,
  hash         bytea not null,
  constraint subject_of_a_kind check ((subject_kind is null) = (subject_id is null)),
  constraint deeds_have_a_reason check (
    act in ('search', 'view', 'end-own-session',
      'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'change-clinician',
      'make-company-links', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
      'read-record', 'read-consultation', 'write-record', 'amend-note', 'prescribe', 'answer-question', 'route-question')
    or (reason is not null and subject_id is not null))
);
create index audit_of_subject on audit (subject_id, seq desc);

create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_tampering();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_tampering();

-- Head of the hash chain. Appending locks this row, so that concurrent writers form one chain; it also reveals rows that
-- were cut off at the end.
create table audit_head (
  one  boolean primary key default true check (one),
  seq  bigint not null,
  hash bytea not null
);
insert into audit_head (seq, hash) values (0, '');

create trigger audit_head_stays before delete on audit_head for each row execute function refuse_tampering();
create trigger audit_head_is_never_emptied before truncate on audit_head
  for each statement execute function refuse_tampering();

create function refuse_going_back() returns trigger language plpgsql as $$
begin
  if new.seq < old.seq then raise exception '% never goes back', tg_table_name; end if;
  return new;
end $$;
create trigger audit_head_goes_on before update on audit_head for each row execute function refuse_going_back();

-- Minutes from a moment until now, with fractions; negative for a future moment. Used by queue forecasts.
create function minutes_since(moment timestamptz) returns double precision language sql volatile
  return extract(epoch from clock_timestamp() - moment)::double precision / 60;
