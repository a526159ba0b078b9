-- What is looked for with every booking must not take longer when there are a million of them.
create index attempts_of_order on payment_attempt (order_id);
create index guest_carts_of_source on cart (source, changed_at) where (account_id is null);
