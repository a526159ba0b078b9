-- Codes and notices by e-mail (docs/decisions/0029), and Google inside an account (0030).

-- Where a verification's codes go: to a phone, or, for `email`, to an address that wants to become the account's.
alter table verification rename column phone to sent_to;
alter table code_sent rename column phone to sent_to;
alter index verifications_of_phone rename to verifications_by_target;
alter index codes_of_phone rename to codes_by_target;
alter table verification drop constraint verification_purpose_check;
alter table verification add check (purpose in ('phone', 'mfa', 'recovery', 'change', 'email'));
alter table verification add check ((purpose = 'email') = (sent_to like '%@%'));

-- A notice goes to a number or to an address; one row each, so that a retry of one does not repeat the other.
alter table account_notice alter phone drop not null;
alter table account_notice add column email text;
alter table account_notice add check (num_nonnulls(phone, email) = 1);

-- Somebody who is signed in went to Google to link it: what came back is for this account, and signs nobody in.
alter table introduction add column account_id uuid references account;
