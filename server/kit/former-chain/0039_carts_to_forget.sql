-- Carts that were left stay for ever, without what was told in them: only those that still hold something are looked for,
-- every fifteen seconds, not each that was ever left.
drop index carts_by_change;
create index carts_to_forget on cart (changed_at)
  where (ordered_at is null and (summary is not null or symptoms <> '[]'));
