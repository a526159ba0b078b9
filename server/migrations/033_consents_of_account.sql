-- outside a transaction
-- Evidence for a dispute lists what the payer agreed to.
create index concurrently consents_of_account on consent (account_id);
