import { isBookingAllowed } from '@cuida/core/subscription/status.ts'
import type { Sql } from '../kit/db/db.ts'

interface Standing {
  status: string
  currentPeriodEnd: Date
  now: Date
}

/** All subscriptions that ever began: a cancelled one covers its patient until the period ends. */
export async function findCoverages(sql: Sql, patientId: string): Promise<Standing[]> {
  const rows = await sql<Standing[]>`
    select status, current_period_end as "currentPeriodEnd", clock_timestamp() as now
    from subscription where patient_id = ${patientId} and current_period_end is not null`
  return [...rows]
}

/**
 * Whether this patient may book as a subscriber now, by the database's clock. A subscription covers its holder only.
 */
export async function isCovered(sql: Sql, patientId: string): Promise<boolean> {
  return (await findCoverages(sql, patientId)).some(({ now, ...coverage }) => isBookingAllowed(coverage, now))
}
