-- Free clinical texts are encrypted by the application (docs/decisions/0192): the database sees `sealed:<key>:<base64>`.

-- Keys of the texts, encrypted with a key outside the database; a new one each month.
create table data_key (
  id         text primary key check (id ~ '^[0-9]{4}-[0-9]{2}$'),
  wrapped    bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Lengths are limits of the API; an encrypted text is longer, and two encrypted texts never equal each other.
alter table note drop constraint note_text_check, drop constraint note_reason_check;
alter table private_note drop constraint private_note_text_check;
alter table letter drop constraint letter_text_check;
drop index amended_once_by_a_text;

-- Append-only tables, except for the retention purge, which sets `cuida.purge`, and for the job that encrypts texts from
-- before they were encrypted, which sets `cuida.encrypt`.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cuida.purge', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('cuida.encrypt', true) = 'on' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
