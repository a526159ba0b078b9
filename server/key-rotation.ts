import { countOldTotpSecrets, rotateTotpSecrets } from './access/security/rotate-totp-secrets.ts'
import { findOrphanedFiles } from './care/documents/document-store.ts'
import { type FileRotationResult, rotateFiles } from './care/documents/rotate-files.ts'
import { openKeyring, rewrapDataKeys } from './kit/crypto/encrypted-text.ts'
import { saveFinishedRotation, saveRetainedKeys } from './kit/crypto/key-store.ts'
import { encryptPlainTexts } from './kit/crypto/plain-text-store.ts'
import type { Secrets } from './kit/crypto/secrets.ts'
import type { Db } from './kit/db/db.ts'
import type { Files } from './providers/files/port.ts'
import { reencryptFile } from './services.ts'

interface Rotation {
  db: Db
  secrets: Secrets
  /** The stores of documents, as they keep them. */
  stores: readonly Files[]
}

/** Encrypts everything with the current key, and says what is left under another one. */
export async function rotateKeys({ db, secrets, stores }: Rotation): Promise<{ isDone: boolean; report: string }> {
  await saveRetainedKeys(db, secrets)
  await rewrapDataKeys(db, secrets)
  await openKeyring(db, secrets)
  const texts = await encryptPlainTexts(db)
  const { rotated: authenticators } = await rotateTotpSecrets(db, secrets)
  const files = await rotateStores(db, secrets, stores)
  const left = (await countOldTotpSecrets(db, secrets)) + files.unreadable
  const isDone = left === 0 && !files.stoppedBy
  if (isDone) await saveFinishedRotation(db, secrets.keyId)
  const report = [
    `Key ${secrets.keyId}: ${authenticators} authenticators and ${files.rotated} documents were encrypted again.`,
    texts > 0 && `${texts} texts from before texts were encrypted were encrypted.`,
    files.stoppedBy && `Stopped (${files.stoppedBy.message}): correct the cause, then run the command again.`,
    left > 0 && `${left} are left, which no known key decrypts: put their key behind the others (docs/keys.md).`,
    isDone && 'Nothing is left under an earlier key.',
  ]
  return { isDone, report: report.filter(Boolean).join('\n') }
}

async function rotateStores(db: Db, secrets: Secrets, stores: readonly Files[]): Promise<FileRotationResult> {
  const total: FileRotationResult = { rotated: 0, unreadable: 0 }
  for (const store of stores) {
    const { rotated, unreadable, stoppedBy } = await rotateFiles({
      store,
      reencrypt: (name) => reencryptFile(store, (each) => secrets.encryptionKeys('file', each), name),
      isOrphan: async (name) => (await findOrphanedFiles(db, [name])).length > 0,
    })
    total.rotated += rotated
    total.unreadable += unreadable
    if (stoppedBy) total.stoppedBy = stoppedBy
  }
  return total
}
