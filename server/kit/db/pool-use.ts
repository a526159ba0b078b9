import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Db } from './db.ts'

/** Added by our patch of the driver (docs/decisions/0180). */
interface PatchedDb {
  poolUse(): { used: number; waiting: number }
}

/** Reports how much of this process's pool of database connections is in use. */
export function watchPool(db: Db, max: number, telemetry: Telemetry): void {
  if (!telemetry.isOn) return
  const { poolUse } = db as Db & PatchedDb
  telemetry.observe('poolMax', () => [{ value: max, labels: {} }])
  telemetry.observe('poolUsed', () => [{ value: poolUse().used, labels: {} }])
  telemetry.observe('poolWaiting', () => [{ value: poolUse().waiting, labels: {} }])
}
