import { databaseNow } from '../kit/db/clock.ts'
import { connect, type Db } from '../kit/db/db.ts'
import { findPatientRole } from '../kit/db/row-security.ts'
import { MIGRATIONS, readMigrations } from '../kit/migration/files.ts'
import { pendingOf } from '../kit/migration/migrate.ts'
import { poolSizeOf } from '../services.ts'
import { type Check, type Outcome, ok, problem, warning } from './check.ts'
import { clockOutcome } from './clock.ts'
import { countConnections, findAppliedMigrations, findOwnRole, hasChecksums } from './database-store.ts'

export interface DatabaseToCheck {
  /** Undefined: the embedded database, which does not run now. */
  url: string | undefined
  /** Throws a sentence without a password when the database cannot be used, or is too old. */
  reach(url: string): Promise<void>
  /** DATABASE_POOL, if it is set. */
  poolSize?: number | undefined
}

/** The connections of one API and one worker, with one each that listens for changes. */
const connectionsOf = (env: Parameters<typeof poolSizeOf>[1]): number =>
  poolSizeOf('api', env) + poolSizeOf('worker', env) + 2

const CHECKS: Record<string, (db: Db, database: DatabaseToCheck) => Promise<Outcome>> = {
  migrations: migrationOutcome,
  connections: connectionOutcome,
  checksums: checksumOutcome,
  role: roleOutcome,
  'row-security': rowSecurityOutcome,
  clock: async (db) => {
    const before = Date.now()
    const theirs = await databaseNow(db)
    return clockOutcome('the database', theirs, (before + Date.now()) / 2)
  },
}

export const databaseChecks = (database: DatabaseToCheck): Check[] => [
  { id: 'database', run: () => reachOutcome(database.url, database.reach) },
  ...Object.entries(CHECKS).map(([name, run]) => ({
    id: `database.${name}`,
    run: () => (database.url ? withDatabase(database.url, (db) => run(db, database)) : ok(EMBEDDED)),
  })),
]

const EMBEDDED = 'embedded, runs with `npm start`'

async function reachOutcome(url: string | undefined, reach: DatabaseToCheck['reach']): Promise<Outcome> {
  if (!url) return ok(EMBEDDED)
  try {
    await reach(url)
    return ok(`${new URL(url).host} answers, in a supported version`)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the database cannot be used'
    return problem(message, 'Correct DATABASE_URL, start or upgrade the database, or open its firewall.')
  }
}

async function withDatabase(url: string, run: (db: Db) => Promise<Outcome>): Promise<Outcome> {
  const db = connect(url, { max: 1, name: 'cuida-doctor' })
  try {
    return await run(db)
  } catch {
    return problem('the database cannot be queried', 'Fix the check `database` first.')
  } finally {
    await db.end({ timeout: 0 })
  }
}

async function migrationOutcome(db: Db): Promise<Outcome> {
  const [known, applied] = await Promise.all([readMigrations(MIGRATIONS), findAppliedMigrations(db)])
  const unknown = applied.filter(({ name }) => !known.some((each) => each.name === name)).map(({ name }) => name)
  try {
    const pending = pendingOf(known, applied).map(({ name }) => name)
    if (pending.length > 0)
      return problem(`not applied: ${pending.join(', ')}`, 'Run `npm run migrate`, or `npm start`.')
  } catch (error) {
    return problem(
      error instanceof Error ? error.message : '',
      'Follow the sentence above; change nothing in the table `migration`.',
    )
  }
  if (unknown.length > 0)
    return warning(`a later version applied ${unknown.join(', ')}`, 'Run the version that applied them.')
  return ok(`all ${known.length} are applied`)
}

async function connectionOutcome(db: Db, { poolSize }: Pick<DatabaseToCheck, 'poolSize'>): Promise<Outcome> {
  const needed = connectionsOf({ DATABASE_POOL: poolSize })
  const { most, used } = await countConnections(db)
  const text = `${used} of ${most} are used`
  return most - used >= needed
    ? ok(text)
    : warning(text, `An API and a worker need ${needed}: raise max_connections, or run fewer processes.`)
}

async function checksumOutcome(db: Db): Promise<Outcome> {
  return (await hasChecksums(db))
    ? ok('on')
    : warning('off', 'A damaged disk would go unnoticed: stop PostgreSQL and run `pg_checksums --enable`.')
}

async function rowSecurityOutcome(db: Db): Promise<Outcome> {
  return (await findPatientRole(db))
    ? ok("a patient's request sees that patient's family only")
    : warning(
        "nothing but the product limits what a patient's request sees",
        'As a superuser run `create role ROLE_patient role ROLE`, ROLE being the role of DATABASE_URL; then migrate and restart.',
      )
}

async function roleOutcome(db: Db): Promise<Outcome> {
  const { isSuper, isOwner } = await findOwnRole(db)
  if (isSuper)
    return warning(
      'it is a superuser',
      'Use a role that is no superuser and owns no tables: a fault then harms one database only.',
    )
  if (isOwner)
    return warning(
      'it owns the tables',
      'Give migrations a role of their own (DATABASE_OWNER_URL): API and worker then cannot change tables or the audit log.',
    )
  return ok('uses the tables and owns none')
}
