-- What staff do to accounts, and what they need to see first: where from, and how often somebody tried in vain.

-- A member of staff may end somebody's session too.
alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('logout', 'idle', 'age', 'forced', 'reuse', 'blocked', 'password', 'deleted', 'staff'));
create index sessions_of_account on session (account_id, created_at desc);
create index sessions_of_staff on session (staff_id, created_at desc);

-- From what kind of device a session was opened, and from which network: a keyed hash, so that "the same as before" can
-- be seen and an address cannot.
create table session_origin (
  session_id uuid primary key references session,
  device     text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network    bytea not null
);

-- Wrong passwords of people who exist. Forgotten after 90 days.
create table failed_sign_in (
  owner_id uuid not null,
  at       timestamptz not null default clock_timestamp(),
  device   text not null check (device in ('phone', 'tablet', 'computer', 'other')),
  network  bytea not null
);
create index failures_of_owner on failed_sign_in (owner_id, at desc);

-- Who did or looked at what, to whom, why and when. Each row seals the one before it with a key outside the database.
create table audit (
  seq          bigint primary key check (seq > 0),
  at           timestamptz(3) not null,
  staff_id     uuid not null references staff,
  act          text not null check (act in ('search', 'view', 'block', 'unblock', 'end-session', 'end-sessions')),
  subject_kind text check (subject_kind in ('patient', 'staff')),
  subject_id   uuid,
  reason       text check (char_length(reason) between 10 and 500),
  -- JSON as it was sealed; jsonb would reorder it.
  detail       text check (json_typeof(detail::json) = 'object'),
  previous     bytea not null,
  seal         bytea not null,
  check ((subject_kind is null) = (subject_id is null)),
  check ((act in ('search', 'view')) or (reason is not null and subject_id is not null))
);
create index audit_of_subject on audit (subject_id, seq desc);

-- The end of the chain: whoever appends holds this row, so there is one chain however many append; and a row cut off
-- at the end is missed.
create table audit_head (
  one  boolean primary key default true check (one),
  seq  bigint not null,
  seal bytea not null
);
insert into audit_head (seq, seal) values (0, '');

-- Of its own: the purge of what is no longer kept may delete notes and actions, and has no business here.
create function refuse_tampering() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_tampering();
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_tampering();
create trigger audit_head_stays before delete on audit_head for each row execute function refuse_tampering();
create trigger audit_head_is_never_emptied before truncate on audit_head for each statement execute function refuse_tampering();
create function refuse_going_back() returns trigger language plpgsql as $$
begin
  if new.seq < old.seq then raise exception '% never goes back', tg_table_name; end if;
  return new;
end $$;
create trigger audit_head_goes_on before update on audit_head for each row execute function refuse_going_back();
