import type { Tx } from '../../kit/db/db.ts'

/** The product is open: who waits does so as everybody. Who kept the first place has it. */
export async function markInHours(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update consultation set after_hours_since = null, reopens_at = null
    where type = 'on-demand' and status = 'QUEUED' and product_id = ${productId} and after_hours_since is not null
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * The product is closed: whoever waits is asked, each once a closing. The quarter of an hour counts from now, when they are told,
 * though a worker was down when it closed.
 */
export async function markAfterHours(
  tx: Tx,
  productId: string,
  { now, reopensAt }: { now: Date; reopensAt: Date | undefined },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update consultation set after_hours_since = ${now}, reopens_at = ${reopensAt ?? null}, kept_until = null
    where type = 'on-demand' and status = 'QUEUED' and product_id = ${productId}
      and (kept_until <= ${now} or (after_hours_since is null and kept_until is null))
    returning id`
  return rows.map(({ id }) => id)
}

/** They need not wait here: a message comes when it is open and they are next. false: nobody knows when it opens again. */
export async function keepUntilOpening(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update consultation set kept_until = reopens_at, away_at = coalesce(away_at, clock_timestamp()), told_at = null,
      changed_at = clock_timestamp()
    where id = ${id} and reopens_at is not null`
  return count > 0
}
