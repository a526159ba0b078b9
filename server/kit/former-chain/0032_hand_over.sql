-- Who handed a consultation to whoever holds it now, and why. Nobody's once it waits for anybody again.
alter table consultation
  add column handed_by uuid references staff,
  add column handed_for text check (handed_for in ('SHIFT_ENDS', 'OTHER_EXPERTISE', 'LANGUAGE', 'TECHNICAL', 'OTHER')),
  add check ((handed_by is null) = (handed_for is null)),
  add check (handed_by is null or status <> 'QUEUED'),
  add check (handed_by <> held_by);

-- One act more in the sealed audit than there are; its reason is one of the above, and no sentence.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(def, 'ARRAY[', 'ARRAY[''hand-over''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''hand-over''::text, ');
end $$;
