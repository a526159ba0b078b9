-- Webhooks to partners' programs (docs/decisions/0200).
create table webhook_endpoint (
  id           uuid primary key default gen_random_uuid(),
  url          text not null check (char_length(url) between 10 and 500),
  description  text not null check (char_length(description) between 2 and 80),
  events       text[] not null check (events <@ array[
    'consultation.booked', 'consultation.rescheduled', 'consultation.cancelled', 'consultation.started',
    'consultation.missed', 'consultation.completed', 'consultation.failed', 'order.paid', 'order.cancelled',
    'order.refunded', 'subscription.started', 'subscription.renewed', 'subscription.past_due', 'subscription.paused',
    'subscription.resumed', 'subscription.ended', 'document.available', 'prescription.issued',
    'prescription.cancelled']),
  requested_by uuid not null references staff,
  requested_at timestamptz not null default clock_timestamp(),
  -- A second manager approves or declines.
  decided_by   uuid references staff,
  decided_at   timestamptz,
  is_approved  boolean not null default false,
  -- Signs the messages; encrypted. The earlier one signs as well until `earlier_secret_until`.
  secret               text,
  secret_at            timestamptz,
  earlier_secret       text,
  earlier_secret_until timestamptz,
  -- Without a verification nothing is sent.
  verified_at  timestamptz,
  checked_at   timestamptz,
  problem      text check (problem in (
    'ADDRESS_REFUSED', 'UNREACHABLE', 'TIMEOUT', 'REDIRECTED', 'GONE', 'STATUS', 'CHALLENGE_MISSING')),
  -- Since when every message has failed, and when the next one is tried.
  failing_since timestamptz,
  probe_at      timestamptz,
  -- By nobody: because every message failed for three days.
  paused_at    timestamptz,
  paused_by    uuid references staff,
  -- By nobody: because the endpoint answered that it is gone.
  ended_at     timestamptz,
  ended_by     uuid references staff,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint decided_at_some_time check ((decided_by is null) = (decided_at is null)),
  constraint approved_by_somebody check (not is_approved or decided_by is not null),
  constraint secret_since check ((secret is null) = (secret_at is null)),
  constraint earlier_secret_ends check ((earlier_secret is null) = (earlier_secret_until is null)),
  constraint verified_with_approval_and_secret check (verified_at is null or (is_approved and secret is not null)),
  constraint probe_while_failing check ((failing_since is null) = (probe_at is null)),
  constraint paused_at_some_time check (paused_by is null or paused_at is not null),
  constraint ended_at_some_time check (ended_by is null or ended_at is not null)
);

-- Messages, one for each endpoint that wants the event. Ids only.
create table webhook_delivery (
  id           uuid primary key default gen_random_uuid(),
  endpoint_id  uuid not null references webhook_endpoint,
  type         text not null,
  data         jsonb not null,
  at           timestamptz not null default clock_timestamp(),
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts     integer not null default 0,
  due_at       timestamptz not null default clock_timestamp(),
  -- Lease: one worker at a time sends it. After it ends, another one sends it again.
  leased_until timestamptz,
  sent_at      timestamptz,
  status       integer,
  problem      text check (problem in (
    'ADDRESS_REFUSED', 'UNREACHABLE', 'TIMEOUT', 'REDIRECTED', 'GONE', 'STATUS', 'CHALLENGE_MISSING'))
);
create index waiting_deliveries on webhook_delivery (endpoint_id, due_at) where (state = 'waiting');
create index failed_deliveries on webhook_delivery (endpoint_id) where (state = 'failed');
create index deliveries_of_endpoint on webhook_delivery (endpoint_id, at desc, id);
create index deliveries_by_age on webhook_delivery (at);

-- As the tables' owner: a patient's statements may cause an event, and see no endpoint.
create function add_webhook(event text, data jsonb) returns void language sql security definer
set search_path = pg_catalog, public as $$
  insert into webhook_delivery (endpoint_id, type, data)
  select e.id, event, data from webhook_endpoint e
  where e.verified_at is not null and e.ended_at is null and event = any(e.events)
$$;

-- Triggers, because no statement can change a state past them (docs/decisions/0200).
create function announce_consultation() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status else 'PENDING' end;
begin
  if new.status <> was then
    perform add_webhook(
      case
        when new.status = 'QUEUED' and was = 'PENDING' then 'consultation.booked'
        when new.status = 'ACTIVE' and was in ('PENDING', 'QUEUED') then 'consultation.started'
        when new.status in ('CANCELLING', 'CANCELLED') and was not in ('PENDING', 'CANCELLING') then 'consultation.cancelled'
        when new.status = 'CLOSED' then 'consultation.completed'
        when new.status = 'CLOSED_WITH_ERROR' then 'consultation.failed'
      end, jsonb_build_object('id', new.id));
  end if;
  if tg_op = 'UPDATE' and was <> 'PENDING' and new.status = 'QUEUED' and new.starts_at <> old.starts_at then
    perform add_webhook('consultation.rescheduled', jsonb_build_object('id', new.id));
  end if;
  return null;
end $$;
create trigger consultation_is_announced after insert or update of status, starts_at on consultation
  for each row execute function announce_consultation();

create function announce_missed_call() returns trigger language plpgsql as $$
begin
  perform add_webhook('consultation.missed', jsonb_build_object('id', new.consultation_id));
  return null;
end $$;
create trigger missed_call_is_announced after insert on consultation_action
  for each row when (new.type = 'UNASSIGNED') execute function announce_missed_call();

create function announce_order() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('id', new.id);
begin
  if new.status = 'ACTIVE' and (tg_op = 'INSERT' or old.status <> 'ACTIVE') then
    perform add_webhook('order.paid', data);
  end if;
  if new.cancelled_at is not null and (tg_op = 'INSERT' or old.cancelled_at is null) then
    perform add_webhook('order.cancelled', data);
  end if;
  if new.refunded > 0 and (tg_op = 'INSERT' or new.refunded > old.refunded) then
    perform add_webhook('order.refunded', data);
  end if;
  return null;
end $$;
create trigger order_is_announced after insert or update of status, cancelled_at, refunded on care_order
  for each row execute function announce_order();

create function announce_subscription() returns trigger language plpgsql as $$
declare
  was text := case when tg_op = 'UPDATE' then old.status else 'PENDING' end;
begin
  perform add_webhook(
    case
      when new.status in ('ACTIVE', 'TRIALING') and was = 'PENDING' then 'subscription.started'
      when new.status in ('ACTIVE', 'TRIALING') and was = 'PAUSED' then 'subscription.resumed'
      when new.status = 'PAST_DUE' and was <> 'PAST_DUE' then 'subscription.past_due'
      when new.status = 'PAUSED' and was <> 'PAUSED' then 'subscription.paused'
      when new.status in ('CANCELED', 'EXPIRED') and was not in ('PENDING', 'CANCELED', 'EXPIRED') then 'subscription.ended'
      when new.status = 'ACTIVE' and tg_op = 'UPDATE' and new.current_period_end > old.current_period_end
        then 'subscription.renewed'
    end, jsonb_build_object('id', new.id));
  return null;
end $$;
create trigger subscription_is_announced after insert or update of status, current_period_end on subscription
  for each row execute function announce_subscription();

create function announce_document() returns trigger language plpgsql as $$
begin
  perform add_webhook('document.available', jsonb_build_object('id', new.id, 'consultationId', new.consultation_id));
  return null;
end $$;
create trigger document_is_announced after insert on consultation_document
  for each row when (new.side = 'clinician' and not new.is_waiting) execute function announce_document();
create trigger scanned_document_is_announced after update of is_waiting on consultation_document
  for each row when (new.side = 'clinician' and old.is_waiting and not new.is_waiting) execute function announce_document();
create trigger letter_is_announced after insert on letter for each row execute function announce_document();

create function announce_prescription() returns trigger language plpgsql as $$
begin
  perform add_webhook('prescription.' || new.state,
    jsonb_build_object('id', new.id, 'consultationId', new.consultation_id));
  return null;
end $$;
create trigger new_prescription_is_announced after insert on prescription
  for each row when (new.state = 'issued') execute function announce_prescription();
-- A cancellation that the provider refuses returns to `issued`; one of an unsigned prescription was never issued.
create trigger prescription_is_announced after update of state on prescription
  for each row when (old.state in ('signing', 'sending') and new.state = 'issued'
    or old.state in ('issued', 'cancelling') and new.state = 'cancelled') execute function announce_prescription();

alter table audit drop constraint audit_act_check;
alter table audit add constraint audit_act_check check (act in (
  'search', 'view', 'block', 'unblock', 'end-session', 'end-sessions', 'end-own-session',
  'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'renew-staff',
  'change-clinician',
  'create-company', 'change-company', 'end-company', 'make-company-links', 'take-back-company-links',
  'create-promo-code', 'disable-promo-code', 'agenda', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
  'read-record', 'read-consultation', 'write-record', 'amend-note', 'break-glass', 'review-break-glass',
  'prescribe', 'cancel-prescription', 'hide-document', 'answer-question', 'route-question',
  'ask-refund', 'approve-refund', 'decline-refund', 'withdraw-refund', 'retry-refund', 'release-payment', 'resolve-task',
  'record-dispute', 'answer-dispute', 'decide-dispute',
  'pause-subscription', 'resume-subscription', 'release-subscription',
  'request-api-key', 'approve-api-key', 'decline-api-key', 'issue-api-secret', 'revoke-api-key',
  'request-webhook', 'approve-webhook', 'decline-webhook', 'issue-webhook-secret', 'verify-webhook', 'pause-webhook',
  'resume-webhook', 'end-webhook', 'repeat-webhook')) not valid;
alter table audit drop constraint audit_subject_kind_check;
alter table audit add constraint audit_subject_kind_check check (subject_kind in (
  'patient', 'staff', 'clinician', 'company', 'promo-code', 'record', 'prescription', 'document', 'question',
  'order', 'task', 'dispute', 'subscription', 'api-key', 'webhook')) not valid;
alter table audit drop constraint deeds_have_a_reason;
alter table audit add constraint deeds_have_a_reason check (
  act in ('search', 'view', 'end-own-session',
    'invite-staff', 'approve-invitation', 'decline-invitation', 'withdraw-invitation', 'join-team', 'change-clinician',
    'make-company-links', 'keep-time', 'transfer', 'reassign', 'invite-guest', 'remove-guest',
    'read-record', 'read-consultation', 'write-record', 'amend-note', 'prescribe', 'answer-question', 'route-question',
    'request-api-key', 'approve-api-key', 'issue-api-secret', 'request-webhook', 'approve-webhook', 'issue-webhook-secret',
    'verify-webhook', 'pause-webhook', 'resume-webhook', 'repeat-webhook')
  or (reason is not null and subject_id is not null)) not valid;
