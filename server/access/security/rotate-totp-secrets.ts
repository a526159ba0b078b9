import type { Secrets } from '../../kit/crypto/secrets.ts'
import type { Db } from '../../kit/db/db.ts'
import { encryptSecret, secretText } from './totp.ts'
import {
  countSecretsToRotate,
  findSecretsToRotate,
  replaceSecrets,
  SECRET_COLUMNS,
  type SecretColumn,
  type StoredSecret,
} from './totp-secret-store.ts'

const BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface RotationCount {
  rotated: number
  /** No known key decrypts these. */
  unreadable: number
}

/** Encrypts the secrets of all authenticators with the current key, in batches, while sign-ins go on. */
export async function rotateTotpSecrets(db: Db, secrets: Secrets): Promise<RotationCount> {
  const total = { rotated: 0, unreadable: 0 }
  for (const column of SECRET_COLUMNS) {
    const { rotated, unreadable } = await rotateColumn(db, secrets, column)
    total.rotated += rotated
    total.unreadable += unreadable
  }
  return total
}

/** Secrets that only an earlier key decrypts. */
export async function countOldTotpSecrets(db: Db, { keyId }: Pick<Secrets, 'keyId'>): Promise<number> {
  const counts = await Promise.all(SECRET_COLUMNS.map((column) => countSecretsToRotate(db, column, keyId)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function rotateColumn(db: Db, secrets: Secrets, column: SecretColumn): Promise<RotationCount> {
  const count = { rotated: 0, unreadable: 0 }
  for (let after = FIRST_ID; ; ) {
    const rows = await findSecretsToRotate(db, column, { keyId: secrets.keyId, after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return count
    const changes = rows.flatMap((row) => reencrypted(secrets, row))
    if (changes.length > 0) await replaceSecrets(db, column, changes)
    count.rotated += changes.length
    count.unreadable += rows.length - changes.length
    after = last.id
  }
}

function reencrypted(secrets: Secrets, { id, secret }: StoredSecret) {
  try {
    return [{ id, from: secret, to: encryptSecret(secrets, secretText(secrets, secret)) }]
  } catch {
    return []
  }
}
