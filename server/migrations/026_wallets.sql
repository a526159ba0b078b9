-- Wallets (docs/decisions/0205), and Brazil's card brands.
alter table payment_attempt drop constraint payment_attempt_method_check;
alter table payment_attempt add constraint payment_attempt_method_check check (
  method in ('card', 'pix', 'applePay', 'googlePay', 'bizum')) not valid;
alter table saved_card drop constraint saved_card_card_type_check;
alter table saved_card add constraint saved_card_card_type_check check (
  card_type in ('visa', 'master', 'amex', 'elo', 'hipercard')) not valid;
