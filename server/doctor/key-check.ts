import { countOldTotpSecrets } from '../access/security/rotate-totp-secrets.ts'
import { findFinishedRotation } from '../kit/crypto/key-store.ts'
import { readSecretKeys } from '../kit/crypto/keys.ts'
import { connect } from '../kit/db/db.ts'
import { type Check, type Outcome, ok, warning } from './check.ts'

/** Whether earlier keys of APP_SECRET are still needed. */
export const keyCheck = (appSecret: string | undefined, databaseUrl: string | undefined): Check => ({
  id: 'keys',
  run: async () => {
    const keys = readSecretKeys(appSecret ?? '')
    if (!keys) return ok('not set, or malformed: see the check `settings`')
    if (keys.length === 1) return ok('APP_SECRET holds one key')
    return databaseUrl ? rotationOutcome(databaseUrl, keys[0].id, keys.length - 1) : ok('the database does not run now')
  },
})

async function rotationOutcome(url: string, keyId: string, earlier: number): Promise<Outcome> {
  const db = connect(url, { max: 1, name: 'cuida-doctor' })
  try {
    const [finishedAt, left] = await Promise.all([findFinishedRotation(db, keyId), countOldTotpSecrets(db, { keyId })])
    if (finishedAt && left === 0)
      return ok(
        `everything is encrypted with the key ${keyId} since ${finishedAt.toISOString().slice(0, 10)}; ${earlier} earlier can be removed a week after that`,
      )
    return warning(
      left > 0
        ? `${left} authenticators need an earlier key of APP_SECRET, and perhaps documents`
        : `documents may need an earlier key of APP_SECRET`,
      'Follow docs/keys.md; after its second step run `npm run rotate-keys`.',
    )
  } finally {
    await db.end({ timeout: 0 })
  }
}
