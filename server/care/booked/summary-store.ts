import type { Tx } from '../../kit/db/db.ts'

export async function updateSummary(tx: Tx, consultationId: string, summary: string): Promise<void> {
  await tx`update consultation set summary = ${summary} where id = ${consultationId}`
}
