import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Tx } from '../../kit/db/db.ts'

export async function updateSummary(tx: Tx, consultationId: string, summary: string): Promise<void> {
  const encrypted = encryptText(tx, 'consultation.summary', summary)
  await tx`update consultation set summary = ${encrypted} where id = ${consultationId}`
}
