import { readEnv } from './env.ts'
import { loadSecrets } from './kit/crypto/key-store.ts'
import { connect } from './kit/db/db.ts'
import { prepareRestoredDatabase } from './restored-database.ts'
import { documentFiles } from './services.ts'

// npm run restore: its last step (docs/backup.md).
try {
  const env = readEnv(process.env)
  const stoppedAt = new Date(String(process.argv[2]))
  const db = connect(env.DATABASE_URL, { max: 1 })
  const report = loadSecrets(db, env.APP_SECRET)
    .then((secrets) => prepareRestoredDatabase({ db, secrets, files: documentFiles(env), stoppedAt, now: new Date() }))
    .finally(() => db.end({ timeout: 5 }))
  console.log(await report)
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The restored database could not be prepared.')
  process.exitCode = 1
}
