-- What is looked for with every booking must not take longer when there are a million of them.
create index attempts_of_order on payment_attempt (order_id);
create index guest_carts_of_source on cart (source, changed_at) where (account_id is null);
-- Of all that was ever paid, the few sums that must go back: looked for every few seconds.
create index late_payments on order_event (order_id) where (detail = 'PAID_TOO_LATE');
drop index unsettled_attempts;
