import type { Sql } from './db.ts'
import { Refusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'

export interface Budget {
  /** What is limited, in words: part of the key. */
  name: string
  most: number
  seconds: number
}

/**
 * Counts one use of `who` against a budget that all processes share, and refuses with RATE_LIMITED and Retry-After when
 * it is spent. `who` is stored as a keyed hash: a table of phone numbers would be a list of patients.
 */
export async function spend(sql: Sql, secrets: Secrets, budget: Budget, who: string): Promise<void> {
  const key = `${budget.name}:${secrets.hmac('rate', who).toString('base64url')}`
  const window = budget.seconds
  const [row] = await sql<{ count: number; left: number }[]>`
    insert into rate_window (key, started_at)
    values (${key}, to_timestamp(floor(extract(epoch from clock_timestamp()) / ${window}) * ${window}))
    on conflict (key, started_at) do update set count = rate_window.count + 1
    returning count, ceil(extract(epoch from started_at) + ${window} - extract(epoch from clock_timestamp()))::int as left`
  if (row && row.count > budget.most) throw new Refusal('RATE_LIMITED', 429, { retryAfter: Math.max(1, row.left) })
}
