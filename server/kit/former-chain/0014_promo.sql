-- Promo codes: what managers give away by name, how often, and who has used it.
create table promo_code (
  id                   uuid primary key default gen_random_uuid(),
  -- In capitals, so that unique does not mind how somebody writes it.
  code                 text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  percentage           integer not null check (percentage between 1 and 100),
  campaign             text not null check (char_length(campaign) between 2 and 80),
  valid_from           timestamptz not null default clock_timestamp(),
  -- null: until it is disabled.
  valid_until          timestamptz check (valid_until > valid_from),
  -- null: as often as people like.
  most_uses            integer check (most_uses between 1 and 1000000),
  most_uses_an_account integer not null default 1 check (most_uses_an_account between 1 and 1000),
  -- null: every product.
  product_ids          text[] check (cardinality(product_ids) > 0),
  -- Kept by the triggers below and by nothing else: no way to use a code passes the limit by.
  uses                 integer not null default 0 check (uses >= 0),
  disabled_at          timestamptz,
  -- null: the demo's.
  created_by           uuid references staff,
  created_at           timestamptz not null default clock_timestamp(),
  unique (id, most_uses_an_account),
  constraint promo_code_is_not_used_up check (uses <= most_uses)
);
create index promo_codes_by_age on promo_code (created_at desc, id);

-- One order's use of a code. It is given back when the order fails or its money goes back in full, and then it is nobody's.
create table promo_redemption (
  order_id             uuid primary key references care_order,
  promo_code_id        uuid not null,
  account_id           uuid not null references account,
  most_uses_an_account integer not null,
  -- Which of this account's uses: two at once cannot be the same one.
  use_of_account       integer not null,
  redeemed_at          timestamptz not null default clock_timestamp(),
  released_at          timestamptz,
  constraint use_within_account_limit check (use_of_account between 1 and most_uses_an_account),
  foreign key (promo_code_id, most_uses_an_account) references promo_code (id, most_uses_an_account)
);
create unique index one_use_at_a_time on promo_redemption (promo_code_id, account_id, use_of_account)
  where (released_at is null);

create function count_promo_use() returns trigger language plpgsql as $$
begin
  update promo_code set uses = uses + case when new.released_at is null then 1 else -1 end where id = new.promo_code_id;
  return null;
end $$;
create trigger promo_use_is_counted after insert on promo_redemption
  for each row execute function count_promo_use();
create trigger promo_use_is_given_back after update of released_at on promo_redemption
  for each row when ((old.released_at is null) <> (new.released_at is null)) execute function count_promo_use();

-- The code that was typed for a booking; a guest's stays when they sign in.
alter table cart add column promo_code_id uuid references promo_code;

-- What managers do to codes is audited as what they do to people is.
alter table audit drop constraint audit_act_check;
alter table audit add constraint audit_act_check check (act in
  ('search', 'view', 'block', 'unblock', 'end-session', 'end-sessions', 'create-promo-code', 'disable-promo-code'));
alter table audit drop constraint audit_subject_kind_check;
alter table audit add constraint audit_subject_kind_check check (subject_kind in ('patient', 'staff', 'promo-code'));
