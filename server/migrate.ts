import { connect } from './kit/db.ts'
import { migrate } from './kit/migrations.ts'

const url = process.env.DATABASE_URL ?? ''
const db = connect(url, { max: 2, name: 'cuida-migrate' })
try {
  const done = await migrate(db, url)
  if (done.length > 0) console.log(`Migrated: ${done.join(', ')}`)
} catch (error) {
  console.error(`The database could not be migrated: ${error instanceof Error ? error.message : 'unknown reason'}`)
  process.exitCode = 1
} finally {
  await db.end({ timeout: 5 })
}
