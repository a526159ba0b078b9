-- Questions to professionals and their answers are encrypted too (docs/decisions/0192).
alter table question drop constraint question_text_check, drop constraint question_answer_check;

create or replace function refuse_other_answer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('cuida.encrypt', true) = 'on' then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.answered_at is null
      and (new.id, new.patient_id, new.key, new.text, new.asked_at, new.due_at)
        = (old.id, old.patient_id, old.key, old.text, old.asked_at, old.due_at) then
    return new;
  end if;
  raise exception '% is answered once and then stays', tg_table_name;
end $$;
