import { readEnv } from './env.ts'
import { connect } from './kit/db/db.ts'
import { prepareRestoredDatabase } from './restored-database.ts'
import { documentFiles } from './services.ts'

// npm run restore: its last step (docs/backup.md).
try {
  const env = readEnv(process.env)
  const stoppedAt = new Date(String(process.argv[2]))
  const db = connect(env.DATABASE_URL, { max: 1 })
  const report = prepareRestoredDatabase({ db, files: documentFiles(env), stoppedAt, now: new Date() })
  console.log(await report.finally(() => db.end({ timeout: 5 })))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The restored database could not be prepared.')
  process.exitCode = 1
}
