-- An authenticator app as a patient's second factor, its recovery codes, and what the messages vendor calls a sent code.
create table authenticator (
  account_id   uuid primary key references account on delete cascade,
  -- Sealed with a key outside the database.
  secret       bytea not null,
  -- The last time step that was used: a code never opens the door twice.
  step         bigint not null default 0,
  -- Until a first code has shown that the app has the secret, it is only an offer and guards nothing.
  confirmed_at timestamptz,
  created_at   timestamptz not null default now()
);

-- Keyed hashes; each works once.
create table recovery_code (
  account_id uuid not null references authenticator on delete cascade,
  hash       bytea not null,
  used_at    timestamptz,
  primary key (account_id, hash)
);

-- Set while the sending is open at the vendor, which wants to hear how it ended.
alter table code_sent add column vendor_reference text;

-- "Chrome, Android": enough to recognise one's own devices, too little to tell people apart.
alter table session add column device text;

-- Tokens on the way to a session that are older than this were earned with another password.
alter table account add column password_changed_at timestamptz;

-- Whoever blocks or deletes an account, by whatever way, ends its sessions in the same breath, in every process.
create function end_sessions_of_closed_account() returns trigger language plpgsql as $$
declare
  topics text;
begin
  with ended as (
    update session set ended_at = clock_timestamp(), end_reason = new.status
    where account_id = new.id and ended_at is null returning id)
  select string_agg('session:' || id, ' ') into topics from ended;
  if topics is not null then
    perform pg_notify('cuida_changes', topics);
  end if;
  return null;
end
$$;
create trigger end_sessions_of_closed_account after update of status on account
  for each row when (new.status in ('blocked', 'deleted') and old.status = 'active')
  execute function end_sessions_of_closed_account();
