-- outside a transaction
-- A booking by a program finds the orders of its cart, the failed ones too.
create index concurrently orders_of_cart on care_order (cart_id);
