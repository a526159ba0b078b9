-- Letters that a clinician signs in a consultation: a referral to another professional, or a medical certificate.
create table letter (
  id              uuid primary key default gen_random_uuid(),
  consultation_id uuid not null references consultation,
  author_id       uuid not null references staff,
  clinician_id    uuid not null references clinician,
  kind            text not null check (kind in ('referral', 'certificate')),
  -- To whom a referral is addressed: a specialty or a professional.
  recipient       text check (char_length(recipient) between 1 and 120),
  text            text not null check (char_length(text) between 1 and 4000),
  -- The desk's own name for it: two taps are one letter.
  key             uuid not null,
  -- Printed on it: whoever receives it checks it with this code, as `care_paper`.
  code            text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  signed_at       timestamptz not null default clock_timestamp(),
  unique (consultation_id, key),
  constraint recipient_of_a_referral check ((kind = 'referral') = (recipient is not null))
);
create trigger letter_is_append_only before update or delete on letter for each row execute function refuse_change();
