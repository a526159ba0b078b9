-- The remaining free clinical texts are encrypted too (docs/decisions/0192): the medical history and requests to change
-- it, prescriptions, emergency access, ratings, names of documents, addressees of letters, and the reasons of
-- cancellations, of resolved tasks and of the audit.

-- Lengths are limits of the API.
alter table history_entry drop constraint history_entry_text_check, drop constraint history_entry_reason_check;
alter table edit_request drop constraint edit_request_text_check, drop constraint edit_request_answer_check;
alter table break_glass drop constraint break_glass_reason_check, drop constraint break_glass_review_check;
alter table consultation_document drop constraint consultation_document_name_check;
alter table consultation_rating drop constraint consultation_rating_comment_check;
alter table care_order drop constraint care_order_cancel_reason_check;
alter table letter drop constraint letter_recipient_check;
alter table undelivered_notification drop constraint undelivered_notification_reason_check;
alter table audit drop constraint audit_reason_check;

-- Two encrypted texts never equal each other: the application compares open requests under a lock of the patient.
drop index asked_once;

-- Encrypted items are one JSON string; none stay an empty list.
alter table prescription
  drop constraint prescription_cancel_reason_check,
  drop constraint prescription_allergy_reason_check,
  drop constraint prescription_items_check,
  drop constraint something_prescribed,
  add constraint prescription_items_check check (jsonb_typeof(items) = 'array' or jsonb_typeof(items) = 'string'),
  add constraint something_prescribed check (items <> '[]' or state in ('signing', 'cancelled'));

-- As before, and the job that encrypts texts from before they were encrypted may change them.
create or replace function refuse_second_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('cuida.encrypt', true) = 'on' then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'open' and (new.id, new.patient_id, new.section, new.text, new.created_at)
      = (old.id, old.patient_id, old.section, old.text, old.created_at) then
    return new;
  end if;
  raise exception '% is answered once and then stays', tg_table_name;
end $$;

create or replace function refuse_second_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('cuida.encrypt', true) = 'on' then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.reviewed_by is null
      and (new.id, new.staff_id, new.patient_id, new.reason, new.opened_at, new.open_until)
        = (old.id, old.staff_id, old.patient_id, old.reason, old.opened_at, old.open_until) then
    return new;
  end if;
  raise exception '% is reviewed once and then stays', tg_table_name;
end $$;

create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('cuida.encrypt', true) = 'on' then
    return new;
  end if;
  if tg_op = 'UPDATE'
      and (new.id, new.consultation_id, new.patient_id, new.author_id, new.clinician_id, new.key, new.provider)
        = (old.id, old.consultation_id, old.patient_id, old.author_id, old.clinician_id, old.key, old.provider)
      and (old.state = 'signing' or (new.items, new.signed_at, new.valid_until) = (old.items, old.signed_at, old.valid_until))
      and old.state not in ('refused', 'cancelled') then
    return new;
  end if;
  raise exception 'a signed % is not rewritten', tg_table_name;
end $$;
