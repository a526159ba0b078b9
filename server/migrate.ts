import { migrate } from './kit/migration/migrate.ts'

const url = process.env.DATABASE_URL
if (url) await bringUpToDate(url)
else fail('DATABASE_URL is not set: say which database, as in postgres://user:password@host:5432/database.')

async function bringUpToDate(url: string): Promise<void> {
  try {
    const done = await migrate(url)
    if (done.length > 0) console.log(`Migrated: ${done.join(', ')}`)
  } catch (error) {
    fail(`The database could not be migrated: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
