import type { Sql } from '../kit/db.ts'

// The provider's answers take 8 s at most, and a pass asks it two or three times. Two at once would do no harm: each step
// may be repeated.
const LEASE_SECONDS = 20
const MOST = 200

/** The right to speak to the provider about it; false when somebody else has it. */
export async function lease(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update subscription set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      looked_at = clock_timestamp()
    where id = ${id} and quarantined_at is null and (leased_until is null or leased_until <= clock_timestamp())`
  return count === 1
}

/** Gives the right back. True: somebody wished for something meanwhile, and found it taken. */
export async function endLease(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ waiting: boolean }[]>`
    update subscription set leased_until = null where id = ${id}
    returning wish is not null and quarantined_at is null as waiting`
  return row?.waiting ?? false
}

/** Whether a waiting person's poll may make us ask the provider now: nobody did lately. */
export async function isLookUpDue(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from subscription
    where id = ${id} and (status = 'PENDING' or activation_url is not null or wish is not null)
      and quarantined_at is null and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and coalesce(looked_at, created_at) <= clock_timestamp() - make_interval(secs => ${seconds})`
  return row !== undefined
}

/**
 * Those that somebody should have moved: a wish that is still open, a page for a card that nobody came back from (asked
 * about less and less often), a period that is over without news, and each living one once a day.
 */
export async function findForgotten(sql: Sql, seconds: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from subscription
    where quarantined_at is null and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and (wish is not null or status not in ('CANCELED', 'EXPIRED'))
      and coalesce(looked_at, created_at) <= clock_timestamp() - case
        when wish is not null then make_interval(secs => ${seconds})
        when status = 'PENDING' or activation_url is not null
          then greatest(make_interval(secs => ${seconds}), (clock_timestamp() - changed_at) / 10)
        when current_period_end <= clock_timestamp() and status <> 'PAUSED' then interval '10 minutes'
        else interval '1 day' end
    order by looked_at nulls first limit ${MOST}
    for update skip locked`
  return rows.map(({ id }) => id)
}
