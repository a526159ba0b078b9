-- What was agreed to, word for word, kept once: its name is its digest. Of texts from before this only the digest is known,
-- until one of the same digest is met.
create table consent_text (
  hash text primary key,
  body text check (body is null or hash = encode(sha256(convert_to(body, 'UTF8')), 'hex'))
);
insert into consent_text (hash) select distinct text_hash from consent;

-- Every yes and every withdrawal: what it is about, in which words and language, who said it and for whom.
alter table consent rename column document to subject;
alter table consent rename column given_at to at;
alter table consent
  add column seq bigint generated always as identity,
  add column kind text not null default 'document'
    check (kind in ('document', 'telemedicine', 'sharing', 'measuring', 'whatsapp')),
  add column given boolean not null default true,
  add column language text,
  add column version text,
  add column account_id uuid references account,
  add foreign key (text_hash) references consent_text,
  add check (char_length(subject) between 1 and 80);
alter table consent alter column kind drop default, alter column given drop default;
update consent c set account_id = coalesce(p.account_id, (select h.account_id from patient h where h.id = p.holder_id))
from patient p where p.id = c.patient_id;
alter table consent alter column account_id set not null;
create index consents_of_patient on consent (patient_id, kind, subject, seq desc);

create trigger consent_is_append_only before update or delete on consent for each row execute function refuse_change();

create function refuse_other_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.body is null and new.hash = old.hash then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger consent_text_is_append_only before update or delete on consent_text
  for each row execute function refuse_other_text();
