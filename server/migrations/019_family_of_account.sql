-- The patients whose data an account may see: its own and its dependants'. The policies of row-level security ask it
-- (server/kit/migration/row-policies.ts), so it reads as the tables' owner, whom no policy limits.
create function family_of_account() returns uuid[] language sql stable parallel safe security definer
set search_path = pg_catalog, public as $$
  select array(
    select id from patient where account_id = nullif(current_setting('cuida.account', true), '')::uuid
    union all
    select d.id from patient h join patient d on d.holder_id = h.id
    where h.account_id = nullif(current_setting('cuida.account', true), '')::uuid)
$$;

-- With the rights and the limits of whoever reads the view.
alter view company_discount set (security_invoker = true);
alter view paid_money set (security_invoker = true);
