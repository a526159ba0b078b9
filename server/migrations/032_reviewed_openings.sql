-- outside a transaction
-- The desk lists the newest emergency accesses that were reviewed.
create index concurrently reviewed_openings on break_glass (opened_at desc) where (reviewed_by is not null);
