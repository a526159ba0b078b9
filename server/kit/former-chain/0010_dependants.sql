-- Minors in a holder's charge: one row a child however often it is sent, ten at most, and never a dependant's dependant.
create unique index one_dependant_a_child on patient (holder_id, lower(first_name), lower(last_name), date_of_birth)
  where (holder_id is not null and deleted_at is null);

-- Who has grown up makes room. The holder's row is locked, so that two tabs cannot both add the tenth.
create function check_family() returns trigger language plpgsql as $$
begin
  perform 1 from patient where id = new.holder_id and account_id is not null and deleted_at is null for update;
  if not found then
    raise exception using errcode = 'check_violation', constraint = 'holder_has_an_account',
      message = 'a dependant cannot have dependants';
  end if;
  if (select count(*) from patient
      where holder_id = new.holder_id and id <> new.id and deleted_at is null
        and date_of_birth > ((clock_timestamp() at time zone 'utc')::date - interval '18 years')::date) >= 10 then
    raise exception using errcode = 'check_violation', constraint = 'ten_dependants_a_holder',
      message = 'this family is full';
  end if;
  return new;
end $$;
create trigger family_is_checked before insert or update of holder_id on patient
  for each row when (new.holder_id is not null) execute function check_family();

-- A family that changes, by whatever hand, is told to every process: what was remembered for its holder is void at once.
create function tell_family() returns trigger language plpgsql as $$
declare
  topics text;
begin
  select string_agg('account:' || account_id, ' ') into topics from patient
    where account_id is not null and id in (old.holder_id, new.holder_id);
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end $$;
create trigger family_is_told after insert or delete or update of holder_id, date_of_birth, deleted_at on patient
  for each row execute function tell_family();
