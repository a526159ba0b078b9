-- Somebody may begin anew by a link from the clinic's own machine, too (docs/decisions/0061): an only manager who lost their
-- phone has no colleague to ask.
do $$
declare
  found record;
begin
  for found in
    select conname from pg_constraint
    where conrelid = 'staff_invitation'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%invited_by%'
  loop
    execute 'alter table staff_invitation drop constraint ' || quote_ident(found.conname);
  end loop;
end $$;
alter table staff_invitation
  add check (staff_id is not null or role = 'clinical-manager' or invited_by is not null);
