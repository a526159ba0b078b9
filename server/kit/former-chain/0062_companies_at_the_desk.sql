-- Companies are kept at the desk. What one pays is looked up when a price is asked for: another percentage, its days and the
-- company's end hold for everybody who has joined (docs/decisions/0077).
alter table company
  add column version integer not null default 1 check (version > 0),
  add column ended_at timestamptz,
  -- null: the demo's.
  add column created_by uuid references staff;
alter table company add check (char_length(name) between 2 and 80) not valid;
alter table company_product_discount
  -- null: from ever, for ever.
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add check (valid_until > valid_from);

-- A patient belongs to a company by its row and not by a name. A name that no company has gets one, with what was promised.
alter table patient add column company_id uuid references company;
insert into company (slug, name)
select 'company-' || left(md5(name), 8), name from (
  select distinct on (lower(company_name)) company_name as name from patient
  where char_length(company_name) between 2 and 80) unknown
where not exists (select 1 from company c where lower(c.name) = lower(unknown.name));
update patient p set company_id = (
  select c.id from company c where lower(c.name) = lower(p.company_name) order by c.created_at, c.id limit 1)
where company_name is not null;
insert into company_product_discount (company_id, product_id, percentage)
select p.company_id, d.product_id, max(d.percentage) from company_discount d join patient p on p.id = d.patient_id
where p.company_id is not null
  and not exists (select 1 from company_product_discount known where known.company_id = p.company_id)
group by 1, 2;
drop table company_discount;
alter table patient drop column company_name;
alter table patient add check (deleted_at is null or (cpf is null and document_number is null and gender_info is null
                                                      and company_id is null));
create index patients_of_company on patient (company_id) where (company_id is not null);
-- Two that bore one name stay two: the younger has its address beside it.
update company c set name = left(c.name, 50) || ' (' || left(c.slug, 27) || ')'
from (select id, row_number() over (partition by lower(name) order by created_at, id) as place from company) known
where known.id = c.id and known.place > 1;
create unique index one_company_a_name on company (lower(name)) where (ended_at is null);

create view company_discount as
select p.id as patient_id, d.product_id, d.percentage, c.name
from patient p
join company c on c.id = p.company_id and c.ended_at is null
join company_product_discount d on d.company_id = c.id
  and coalesce(d.valid_from <= clock_timestamp(), true) and coalesce(d.valid_until > clock_timestamp(), true);

-- Links are made so many at a time, and what is told of them is how many of a set are open: who of them came is nobody's.
create table company_link_set (
  id         uuid primary key default gen_random_uuid(),
  company_id uuid not null references company,
  made_at    timestamptz not null default clock_timestamp(),
  -- null: the demo's.
  made_by    uuid references staff,
  unique (id, company_id)
);
create index link_sets_of_company on company_link_set (company_id, made_at desc);

alter table company_link add column set_id uuid, add column taken_back_at timestamptz;
insert into company_link_set (company_id) select distinct company_id from company_link;
update company_link l set set_id = s.id from company_link_set s where s.company_id = l.company_id;
alter table company_link
  alter column set_id set not null,
  add foreign key (set_id, company_id) references company_link_set (id, company_id),
  -- A link may be for whoever has it: then nobody's name stands here from the first.
  drop constraint company_link_check1,
  add check (num_nulls(first_name, last_name, email) in (0, 3)),
  add constraint used_or_taken_back check (joined_at is null or taken_back_at is null),
  add check (taken_back_at is null or first_name is null);
create index links_of_set on company_link (set_id);
drop index company_links_by_expiry;
create index employees_to_forget on company_link (expires_at) where (first_name is not null);

-- What managers do to companies is in the sealed audit, with a reason for all but links: they are what a company is there for.
do $$
declare
  check_of constant text := 'select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = ''audit''::regclass and ';
  found_name text;
  def text;
begin
  for found_name, def in execute check_of || '(conname in (''audit_act_check'', ''audit_subject_kind_check'')'
    || ' or pg_get_constraintdef(oid) like ''%search%reason IS NOT NULL%'')' loop
    execute 'alter table audit drop constraint ' || quote_ident(found_name);
    execute 'alter table audit add constraint ' || quote_ident(found_name) || ' ' || replace(def, 'ARRAY[', 'ARRAY[' ||
      case found_name
        when 'audit_subject_kind_check' then '''company''::text, '
        when 'audit_act_check' then '''create-company''::text, ''change-company''::text, ''end-company''::text, ' ||
          '''make-company-links''::text, ''take-back-company-links''::text, '
        else '''make-company-links''::text, ' end);
  end loop;
end $$;
