import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { mayShowDemo } from '../server/production.ts'
import { borrowDatabase, type Database } from './database.ts'
import { Problem, readSettings, type Settings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

const COMMANDS: Record<string, (name: string) => Promise<void>> = {
  new: async (name) => newMigration(join(ROOT, 'server', 'migrations'), name),
  migrate: () => withDatabase(({ url }) => serverProgram('migrate', url)),
  reset: () => {
    refuseElsewhere(process.env.DATABASE_URL)
    return withDatabase(reset)
  },
}

// npm run db:new NAME, db:migrate, db:reset.
const [command = '', name = ''] = process.argv.slice(2)
await main(async () => {
  const act = COMMANDS[command]
  if (!act) throw new Problem(`Unknown command "${command}"; there are: ${Object.keys(COMMANDS).join(', ')}.`)
  await act(name)
})

function newMigration(folder: string, name: string): void {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Problem(
      'Give the migration a name of lower-case letters, digits and _, as in: npm run db:new consultation_rating',
    )
  }
  const last = Math.max(...readdirSync(folder).map((each) => Number.parseInt(each, 10) || 0))
  const file = `${String(last + 1).padStart(3, '0')}_${name}.sql`
  writeFileSync(join(folder, file), '-- Why, in a sentence.\n', { flag: 'wx' })
  console.log(`Created server/migrations/${file}`)
}

async function withDatabase(act: (database: Database, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env, ROOT)
  const database = await borrowDatabase(settings)
  await act(database, settings).finally(database.stop)
}

function refuseElsewhere(url: string | undefined): void {
  const host = url && URL.canParse(url) ? new URL(url).hostname : ''
  if (['', 'localhost', '127.0.0.1', '[::1]'].includes(host)) return
  throw new Problem(`db:reset deletes everything, so it accepts only databases on this machine, not on ${host}.`)
}

async function reset({ url, adminUrl }: Database, { partner }: Settings): Promise<void> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  const owner = decodeURIComponent(new URL(url).username)
  const other = new URL(adminUrl)
  // A session cannot drop the database it is connected to.
  other.pathname = database === 'postgres' ? '/template1' : '/postgres'
  const db = postgres(other.href, { max: 1, onnotice: () => {} })
  try {
    await db`drop database if exists ${db(database)} with (force)`
    await db`create database ${db(database)} owner ${db(owner)}`
  } finally {
    await db.end()
  }
  await serverProgram('migrate', url)
  const withDemo = mayShowDemo(process.env)
  if (withDemo) await serverProgram('demo', url)
  console.log(
    withDemo ? `The database was reset and has the demo of ${partner}.` : 'The database was reset and is empty.',
  )
}
