import { migrate } from './kit/migration/migrate.ts'

const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env
if (url) await bringUpToDate(ownerUrl || url, ownerUrl ? decodeURIComponent(new URL(url).username) : undefined)
else fail('DATABASE_URL is not set: say which database, as in postgres://user:password@host:5432/database.')

/** `user`: the role of API and worker, where another one owns the tables. */
async function bringUpToDate(url: string, user: string | undefined): Promise<void> {
  try {
    const done = await migrate(url, { user })
    if (done.length > 0) console.log(`Migrated: ${done.join(', ')}`)
  } catch (error) {
    fail(`The database could not be migrated: ${error instanceof Error ? error.message : 'unknown reason'}`)
  }
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
