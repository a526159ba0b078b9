import type { Sql } from '../kit/db/db.ts'

// The provider's answers take 8 s at most, and a pass asks it two or three times. Two at once would do no harm: each step
// may be repeated.
const LEASE_SECONDS = 20
const MOST = 200

/** The right to speak to the provider about it; false when somebody else has it. */
export async function lease(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update subscription set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      looked_at = clock_timestamp()
    where id = ${id} and on_hold_at is null and (leased_until is null or leased_until <= clock_timestamp())`
  return count === 1
}

/** Gives the right back. True: the holder asked for a change meanwhile, and found it taken. */
export async function endLease(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ waiting: boolean }[]>`
    update subscription set leased_until = null where id = ${id}
    returning pending_change is not null and on_hold_at is null as waiting`
  return row?.waiting ?? false
}

/** Whether a waiting person's poll may make us ask the provider now: nobody did lately. */
export async function isAskingDue(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from subscription
    where id = ${id} and (status = 'PENDING' or activation_url is not null or pending_change is not null)
      and on_hold_at is null and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and coalesce(looked_at, created_at) <= clock_timestamp() - make_interval(secs => ${seconds})`
  return row !== undefined
}

// As the index has it (`subscriptions_due`), so that nothing is read but what is due.
const due = (sql: Sql) => sql`
  subscription_due(pending_change, status, activation_url, current_period_end, coalesce(looked_at, created_at), changed_at)`

/**
 * Those that somebody should have moved: a pending change, a page for a card that nobody came back from (asked
 * about less and less often), a period that is over without an update, and each living one once a day.
 */
export async function findForgotten(sql: Sql, seconds: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from subscription
    where on_hold_at is null and (pending_change is not null or status not in ('CANCELED', 'EXPIRED'))
      and ${due(sql)} <= statement_timestamp()
      and coalesce(looked_at, created_at) <= statement_timestamp() - make_interval(secs => ${seconds})
      and coalesce(leased_until, '-infinity') <= statement_timestamp()
    order by ${due(sql)} limit ${MOST}
    for update skip locked`
  return rows.map(({ id }) => id)
}
