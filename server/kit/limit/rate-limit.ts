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
 * deadlock.
 */
export async function countUses(sql: Sql, secrets: Secrets, uses: readonly RateLimitUse[]): Promise<Used[]> {
  const { keys, windows } = windowsOf(sql, secrets, uses)
  const rows = await sql<{ key: string; count: number; age: number }[]>`
    insert into rate_window (key, started_at)
    select key, to_timestamp(floor(extract(epoch from clock_timestamp()) / seconds) * seconds)
    from ${windows} order by key
    on conflict (key, started_at) do update set count = rate_window.count + 1
    returning key, count, extract(epoch from clock_timestamp() - started_at)::float as age`
  return uses.map(([limit, limitKey], at) => {
    const { count = 0, age = 0 } = rows.find(({ key }) => key === keys[at]) ?? {}
    const retryAfter = Math.max(1, Math.ceil(limit.seconds - age))
    reportUse(limit, limitKey, { count, retryAfter })
    return { count, over: count > limit.most, retryAfter }
  })
}

export async function findUseCount(sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count from rate_window
    where key = ${keyOf(secrets, limit, limitKey)}
      and started_at = to_timestamp(floor(extract(epoch from clock_timestamp()) / ${limit.seconds}) * ${limit.seconds})`
  return row?.count ?? 0
}

/** Takes back one use that turned out to be legitimate, such as a right password. */
export const restoreUse = (sql: Sql, secrets: Secrets, limit: RateLimit, limitKey: string): Promise<void> =>
  restoreUses(sql, secrets, [[limit, limitKey]])

export async function restoreUses(sql: Sql, secrets: Secrets, uses: readonly RateLimitUse[]): Promise<void> {
  await sql`
    with given as (
      select r.key, r.started_at from ${windowsOf(sql, secrets, uses).windows}
      join rate_window r on r.key = w.key and r.started_at > clock_timestamp() - make_interval(secs => seconds)
      order by r.key, r.started_at for update of r)
    update rate_window r set count = greatest(r.count - 1, 0) from given
    where r.key = given.key and r.started_at = given.started_at`
}

function windowsOf(sql: Sql, secrets: Secrets, uses: readonly RateLimitUse[]) {
  const keys = uses.map(([limit, limitKey]) => keyOf(secrets, limit, limitKey))
  const seconds = uses.map(([limit]) => limit.seconds)
  return { keys, windows: sql`unnest(${keys}::text[], ${seconds}::int[]) as w (key, seconds)` }
}

const keyOf = (secrets: Secrets, limit: RateLimit, limitKey: string): string =>
  `${limit.name}:${secrets.label('rate', limitKey).toString('base64url')}`
