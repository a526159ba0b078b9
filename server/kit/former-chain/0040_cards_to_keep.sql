-- A payment that failed keeps the wish to keep its card, and nobody comes for it: only what was paid is looked for, every
-- five seconds, not each try that ever failed.
drop index cards_to_keep;
create index cards_to_keep on payment_attempt (changed_at) where (saves_card and captured > 0);
