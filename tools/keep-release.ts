import { mkdirSync, writeFileSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import postgres from 'postgres'
import { MIGRATIONS, readMigrations } from '../server/kit/migration/files.ts'
import { keptRows, NAMES, RELEASED, ROWS } from '../server/kit/migration/test-release.ts'
import { runNode } from './run.ts'
import { findSecrets } from './secrets.ts'
import { temporaryDataDir, temporaryPostgres } from './temporary-postgres.ts'

/** Keeps what a database of this version looks like, with the demo in it: from it the next one is tried (decision 0106). */
export async function keepRelease(): Promise<void> {
  const folder = temporaryDataDir('release')
  const { url, stop } = await temporaryPostgres()
  try {
    const secrets = findSecrets(folder.path, {})
    const env = { PATH: process.env.PATH, ...secrets, DATABASE_URL: url, DATA_DIR: folder.path, PARTNER: 'vida-ligera' }
    await runMigrations({ connectionString: url })
    await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env })
    await runNode(['server/demo.ts'], 'The demo could not be loaded:', { env })
    const db = postgres(url, { max: 1, onnotice: () => {} })
    const kept = await keptRows(db).finally(() => db.end())
    mkdirSync(RELEASED, { recursive: true })
    writeFileSync(ROWS, linesOf(kept.map((each) => JSON.stringify(each))))
    const known = await readMigrations(MIGRATIONS)
    writeFileSync(NAMES, linesOf(known.map(({ checksum, name }) => `${checksum}  ${name}`)))
    console.log(`Kept ${kept.length} rows after ${known.at(-1)?.name}.`)
  } finally {
    await stop()
    await folder.remove()
  }
}

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
