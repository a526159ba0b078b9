-- Who wants to hear when a time sooner than the next free one frees up, in the order in which they asked.
create table waitlist_wish (
  id               uuid primary key default gen_random_uuid(),
  account_id       uuid not null references account,
  patient_id       uuid references patient,
  product_id       text not null,
  product_slug     text not null,
  product_name     text not null,
  -- Nobody in particular: whoever gives the product.
  clinician_id     uuid references clinician,
  -- Only a time before this one is sooner.
  wanted_until     timestamptz not null,
  created_at       timestamptz not null default clock_timestamp(),
  state            text not null default 'waiting' check (state in ('waiting', 'offered', 'missed')),
  -- Holds the time that is offered, with a claim like any other.
  cart_id          uuid unique references cart,
  offered_at       timestamptz,
  check ((state = 'waiting') = (cart_id is null)),
  check ((cart_id is null) = (offered_at is null)),
  unique (account_id, product_id)
);
create index waitlist_line on waitlist_wish (created_at, id) where (state = 'waiting');

-- Who changed whose hours is recorded like what is done to people: one act and one subject more than there are.
do $$
declare
  of_act     text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_act_check');
  of_subject text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_subject_kind_check');
begin
  alter table audit drop constraint audit_act_check, drop constraint audit_subject_kind_check;
  execute 'alter table audit add constraint audit_act_check ' || replace(of_act, 'ARRAY[', 'ARRAY[''agenda''::text, ');
  execute 'alter table audit add constraint audit_subject_kind_check '
    || replace(of_subject, 'ARRAY[', 'ARRAY[''clinician''::text, ');
end $$;
