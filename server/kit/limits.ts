import type { Sql } from './db.ts'
import { Refusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'

export interface Budget {
  /** What is limited, in words: part of the key. */
  name: string
  most: number
  seconds: number
}

/** Counts one use and refuses with RATE_LIMITED and Retry-After when the budget is spent. */
export async function spend(sql: Sql, secrets: Secrets, budget: Budget, who: string): Promise<void> {
  const { over, retryAfter } = await use(sql, secrets, budget, who)
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}

/**
 * Counts one use of `who` against a budget that all processes share. `who` is stored as a keyed hash: a table of phone
 * numbers would be a list of patients.
 */
export async function use(
  sql: Sql,
  secrets: Secrets,
  budget: Budget,
  who: string,
): Promise<{ count: number; over: boolean; retryAfter: number }> {
  const [row] = await sql<{ count: number; left: number }[]>`
    insert into rate_window (key, started_at)
    values (${keyOf(secrets, budget, who)}, ${windowOf(sql, budget)})
    on conflict (key, started_at) do update set count = rate_window.count + 1
    returning count, ceil(extract(epoch from started_at) + ${budget.seconds} - extract(epoch from clock_timestamp()))::int as left`
  const count = row?.count ?? 0
  return { count, over: count > budget.most, retryAfter: Math.max(1, row?.left ?? 1) }
}

/** How often it was used in the running window. */
export async function uses(sql: Sql, secrets: Secrets, budget: Budget, who: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count from rate_window
    where key = ${keyOf(secrets, budget, who)} and started_at = ${windowOf(sql, budget)}`
  return row?.count ?? 0
}

/** Takes one use back: it turned out not to be what the budget guards against. */
export async function giveBack(sql: Sql, secrets: Secrets, budget: Budget, who: string): Promise<void> {
  await sql`
    update rate_window set count = greatest(count - 1, 0)
    where key = ${keyOf(secrets, budget, who)}
      and started_at > clock_timestamp() - make_interval(secs => ${budget.seconds})`
}

const windowOf = (sql: Sql, { seconds }: Budget) =>
  sql`to_timestamp(floor(extract(epoch from clock_timestamp()) / ${seconds}) * ${seconds})`

const keyOf = (secrets: Secrets, budget: Budget, who: string): string =>
  `${budget.name}:${secrets.hmac('rate', who).toString('base64url')}`
