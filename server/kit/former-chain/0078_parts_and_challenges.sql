-- What the payer pays in all where their bank takes interest of the parts (docs/decisions/0098). It is no money of ours: the
-- books count `amount`. Null: the amount itself.
alter table care_order add column payer_total integer;
alter table care_order add constraint interest_is_of_parts
  check (payer_total is null or (installments > 1 and payer_total >= amount));

-- What is posted into the frame in which a bank asks (3-D Secure, `creq`); without it the address is a page to go to.
alter table care_order add column challenge_request text;
alter table care_order add constraint request_of_a_challenge
  check (challenge_request is null or challenge_url is not null);
