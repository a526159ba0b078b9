import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../kit/db/db.ts'

// A provider's answer takes 8 s at most, and one step asks two or three times. Two processes at once would do no
// harm, because each step may be repeated.
const LEASE_SECONDS = 20
const LIMIT = 200
const LEASE_POLL_MS = 100

/** Leases the subscription for calls to the provider; false when another process holds the lease. */
export async function leaseSubscription(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update subscription set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      checked_at = clock_timestamp()
    where id = ${id} and on_hold_at is null and (leased_until is null or leased_until <= clock_timestamp())`
  return count === 1
}

/** Waits for the lease, as a request does that a person waits for; false after `ms`. */
export async function waitForSubscriptionLease(sql: Sql, id: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(LEASE_POLL_MS))
    if (await leaseSubscription(sql, id)) return true
  return false
}

/** Ends the lease. True when the holder asked for a change meanwhile, which then found the lease taken. */
export async function endSubscriptionLease(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ waiting: boolean }[]>`
    update subscription set leased_until = null where id = ${id}
    returning pending_change is not null and on_hold_at is null as waiting`
  return row?.waiting ?? false
}

/** Whether a waiting patient's poll may ask the provider now: at most once in `seconds`. */
export async function isAskingDue(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from subscription
    where id = ${id} and (status = 'PENDING' or activation_url is not null or pending_change is not null)
      and on_hold_at is null and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and coalesce(checked_at, created_at) <= clock_timestamp() - make_interval(secs => ${seconds})`
  return row !== undefined
}

// The expression of the index `subscriptions_due`, so that only due rows are read.
const due = (sql: Sql) => sql`
  subscription_due(pending_change, status, activation_url, current_period_end, coalesce(checked_at, created_at), changed_at)`

/**
 * Subscriptions to process again: a pending change, an unfinished card page (asked about less and less often), a
 * period that is over without an update, and each active one once a day.
 */
export async function findDueSubscriptions(sql: Sql, seconds: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from subscription
    where on_hold_at is null and (pending_change is not null or status not in ('CANCELED', 'EXPIRED'))
      and ${due(sql)} <= statement_timestamp()
      and coalesce(checked_at, created_at) <= statement_timestamp() - make_interval(secs => ${seconds})
      and coalesce(leased_until, '-infinity') <= statement_timestamp()
    order by ${due(sql)} limit ${LIMIT}
    for update skip locked`
  return rows.map(({ id }) => id)
}
