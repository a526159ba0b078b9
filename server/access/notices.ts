import type { Tx } from '../kit/db/db.ts'
import { enqueue, type OwnerNotice } from '../kit/jobs/jobs.ts'

/** In the transaction of what changed. By two channels: whoever took over the one does not hide it from the other. */
export async function tellOwner(tx: Tx, accountId: string, notice: OwnerNotice): Promise<void> {
  for (const by of ['sms', 'email'] as const)
    await enqueue(tx, 'tellOwner', { accountId, notice, by }, { maxAttempts: 8 })
}
