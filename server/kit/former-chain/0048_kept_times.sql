-- A time that the desk keeps for somebody who asked for it (docs/decisions/0060): one act more in the sealed audit than
-- there are. Why is plain, so it needs no words.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  execute check_of || 'conname = ''audit_act_check''' into found_name, def;
  alter table audit drop constraint audit_act_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(def, 'ARRAY[', 'ARRAY[''keep-time''::text, ');
  execute check_of || 'pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%''' into found_name, def;
  execute 'alter table audit drop constraint ' || quote_ident(found_name);
  execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
    || replace(def, 'ARRAY[', 'ARRAY[''keep-time''::text, ');
end $$;
