import type { Tx } from '../db/db.ts'
import { Unauthorized } from '../http/refusal.ts'

/** Locks an active member of staff until the transaction ends; throws 401 for one who was blocked meanwhile. */
export async function lockActiveStaff(tx: Tx, staffId: string): Promise<void> {
  const rows =
    await tx`select 1 from staff where id = ${staffId} and status = 'active' and link_due_since is null for share`
  if (rows.length === 0) throw new Unauthorized()
}
