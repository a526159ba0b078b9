import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Db } from './db.ts'

/** Added by our patch of the driver (docs/decisions/0180). */
interface PatchedDb {
  poolUse(): { used: number; waiting: number }
}

/** Reports how much of this process's pool of database connections is in use, and returns the function that reads it. */
export function watchPool(db: Db, max: number, telemetry: Telemetry): PatchedDb {
  const { poolUse } = db as Db & PatchedDb
  telemetry.observe('poolMax', () => [{ value: max, labels: {} }])
  telemetry.observe('poolUsed', () => [{ value: poolUse().used, labels: {} }])
  telemetry.observe('poolWaiting', () => [{ value: poolUse().waiting, labels: {} }])
  return { poolUse }
}
