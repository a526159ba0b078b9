-- What becomes of messages after the vendor took them, and whom nobody could tell (docs/decisions/0097).

-- By the vendor's name of each. Forgotten with its news. Its callback names the news itself, so that one that is quicker than
-- the transaction which writes this is a first sight of it, and not lost.
create table sent_message (
  reference  text primary key check (reference ~ '^\w{1,64}$'),
  news_id    uuid not null references news on delete cascade,
  way        text not null check (way in ('sms', 'whatsapp')),
  state      text not null check (state in ('queued', 'sent', 'undelivered', 'delivered', 'read')),
  -- Why it did not arrive, by the vendor's number.
  error_code integer,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);
create index messages_of_news on sent_message (news_id, way);

create function delivery_rank(state text) returns integer language sql immutable as $$
  select array_position(array['queued', 'sent', 'undelivered', 'delivered', 'read'], state)
$$;

-- What is known of a message never goes back, whoever writes.
create function keep_delivery_ranked() returns trigger language plpgsql as $$
begin
  if delivery_rank(new.state) < delivery_rank(old.state) then
    raise exception 'a delivery does not go back' using errcode = 'check_violation', constraint = 'delivery_ranked';
  end if;
  return new;
end $$;
create trigger delivery_ranked before update on sent_message for each row execute function keep_delivery_ranked();

-- A piece of news that no way took, once: somebody calls, and says so. It outlives the news, which is forgotten after two days.
create table untold_news (
  id              uuid primary key default gen_random_uuid(),
  news_id         uuid not null unique,
  account_id      uuid not null references account,
  consultation_id uuid references consultation on delete cascade,
  subscription_id uuid references subscription,
  kind            text not null check (char_length(kind) between 1 and 40),
  -- By which ways it was tried.
  ways            text[] not null check (ways <@ array['email', 'sms', 'whatsapp', 'push'] and cardinality(ways) > 0),
  found_at        timestamptz not null default clock_timestamp(),
  resolved_at     timestamptz,
  resolved_by     uuid references staff,
  reason          text check (char_length(reason) between 10 and 500),
  check ((consultation_id is null) <> (subscription_id is null)),
  check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (reason is null))
);
create index untold_to_tell on untold_news (found_at) where (resolved_at is null);
create index untold_done on untold_news (resolved_at desc) where (resolved_at is not null);
create index untold_of_account on untold_news (account_id);
