-- Pix: a code that is good until a moment, and is kept no longer than it can be paid.
alter table payment_attempt
  add column method     text not null default 'card' check (method in ('card', 'pix')),
  add column pix_code   text,
  add column expires_at timestamptz,
  -- The patient asked for another code, or pays in another way: this one must not be paid any more.
  add column given_up_at timestamptz,
  add check ((method = 'pix') = (expires_at is not null)),
  add check (pix_code is null or (method = 'pix' and state = 'pending'));
