import type { Secrets } from '../crypto/secrets.ts'
import type { Sql } from '../db/db.ts'
import { Refusal } from '../http/refusal.ts'
import { reportUse } from './rate-limit-fields.ts'

export interface RateLimit {
  /** A description of what is limited; part of the key. */
  name: string
  most: number
  seconds: number
}

/** Counts one use and refuses with RATE_LIMITED and Retry-After beyond the limit. */
export async function consumeRateLimit(sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<void> {
  const { over, retryAfter } = await countUse(sql, secrets, limit, limitKey)
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}

/** `who` is stored as a keyed hash, since a table of phone numbers would be a list of patients. */
export type RateLimitUse = readonly [limit: RateLimit, who: string]
interface Used {
  count: number
  over: boolean
  retryAfter: number
}

/** Counts one use of `who` against a limit that all processes share. */
export async function countUse(sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<Used> {
  const [used] = await countUses(sql, secrets, [[limit, limitKey]])
  if (!used) throw new Error('the rate limit returned no count')
  return used
}

/**
 * Counts one use of each limit in one statement, in the order of their keys, so that concurrent callers do not
 * deadlock. A period begins with its first use, so that no moment of the clock allows twice as many.
 */
export async function countUses(sql: Sql, secrets: Secrets, uses: readonly RateLimitUse[]): Promise<Used[]> {
  const keys = uses.map(([limit, limitKey]) => keyOf(secrets, limit, limitKey))
  const seconds = uses.map(([limit]) => limit.seconds)
  const rows = await sql<{ key: string; count: number; left: number }[]>`
    insert into rate_count as r (key, started_at, ends_at)
    select key, at, at + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::int[]) as w (key, seconds), clock_timestamp() as at order by key
    on conflict (key) do update set
      count = case when r.ends_at > excluded.started_at then r.count + 1 else 1 end,
      started_at = case when r.ends_at > excluded.started_at then r.started_at else excluded.started_at end,
      ends_at = case when r.ends_at > excluded.started_at then r.ends_at else excluded.ends_at end
    returning key, count, extract(epoch from ends_at - clock_timestamp())::float as left`
  return uses.map(([limit, limitKey], at) => {
    const { count = 0, left = limit.seconds } = rows.find(({ key }) => key === keys[at]) ?? {}
    const retryAfter = Math.max(1, Math.ceil(left))
    reportUse(limit, limitKey, { count, retryAfter })
    return { count, over: count > limit.most, retryAfter }
  })
}

export async function findUseCount(sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count from rate_count where key = ${keyOf(secrets, limit, limitKey)} and ends_at > clock_timestamp()`
  return row?.count ?? 0
}

/** Takes back one use that turned out to be legitimate, such as a right password. */
export const restoreUse = (sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<void> =>
  restoreUses(sql, secrets, [[limit, limitKey]])

export async function restoreUses(sql: Sql, secrets: Secrets, uses: readonly RateLimitUse[]): Promise<void> {
  const keys = uses.map(([limit, limitKey]) => keyOf(secrets, limit, limitKey))
  await sql`
    with given as (select key from rate_count where key = any(${keys}) order by key for update)
    update rate_count r set count = greatest(r.count - 1, 0) from given where r.key = given.key`
}

const keyOf = (secrets: Secrets, limit: RateLimit, limitKey: string): string =>
  `${limit.name}:${secrets.label('rate', limitKey).toString('base64url')}`
