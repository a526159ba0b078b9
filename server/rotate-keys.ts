import { readEnv } from './env.ts'
import { rotateKeys } from './key-rotation.ts'
import { loadSecrets } from './kit/crypto/key-store.ts'
import { connect } from './kit/db/db.ts'
import { documentStores } from './services.ts'

// npm run rotate-keys: encrypts everything with the current key of APP_SECRET, while the app serves (docs/keys.md).
try {
  const env = readEnv(process.env)
  const db = connect(env.DATABASE_URL, { max: 4 })
  const { current, previous } = documentStores(env)
  const rotation = loadSecrets(db, env.APP_SECRET).then((secrets) =>
    rotateKeys({ db, secrets, stores: previous ? [current, previous] : [current] }),
  )
  const { isDone, report } = await rotation.finally(() => db.end({ timeout: 5 }))
  console.log(report)
  if (!isDone) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The keys could not be rotated.')
  process.exitCode = 1
}
