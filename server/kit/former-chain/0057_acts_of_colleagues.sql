-- What colleagues end of their own sessions is in the sealed audit and needs no words; so are both answers about somebody
-- who is to be invited (docs/decisions/0070).
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  for found_name, def in execute check_of
    || '(conname = ''audit_act_check'' or pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%'')' loop
    execute 'alter table audit drop constraint ' || quote_ident(found_name);
    execute 'alter table audit add constraint ' || quote_ident(found_name) || ' '
      || replace(def, 'ARRAY[', 'ARRAY[''end-own-session''::text, ''approve-invitation''::text, ''decline-invitation''::text, ');
  end loop;
end $$;
