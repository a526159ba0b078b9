-- Answers and summaries of bookings are encrypted too (docs/decisions/0192). Encrypted answers are one JSON string, so the
-- application says whether one of them is urgent; what an earlier release writes is still looked through.
alter table cart drop constraint cart_summary_check, add column is_urgent boolean not null default false;
alter table consultation alter column is_urgent drop expression;
alter table consultation alter column is_urgent set default false;

create function find_urgent_answer() returns trigger language plpgsql as $$
begin
  if jsonb_typeof(new.symptoms) = 'array' then
    new.is_urgent := jsonb_path_exists(new.symptoms, '$[*].urgent');
  end if;
  return new;
end $$;
create trigger consultation_is_urgent before insert or update of symptoms on consultation
  for each row execute function find_urgent_answer();
