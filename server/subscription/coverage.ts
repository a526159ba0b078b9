import { isBookingAllowed } from '@cuida/core/subscription/status.ts'
import type { Sql } from '../kit/db/db.ts'
import { findStandings } from './coverage-store.ts'

/** Whether this patient may book as a subscriber now, by the database's clock. A subscription is its holder's own. */
export async function isCovered(sql: Sql, patientId: string): Promise<boolean> {
  return (await findStandings(sql, patientId)).some(({ now, ...standing }) => isBookingAllowed(standing, now))
}
