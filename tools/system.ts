import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isPublic, mayShowDemo, maySimulate } from '../server/production.ts'
import { APP_NAMES, build, hasApp, isStale } from './builds.ts'
import { openDatabase } from './database.ts'
import { hasEmbeddedPostgres } from './postgres-home.ts'
import { makeFolder, type Settings } from './preflight.mjs'
import { keepRunning, type Stoppable } from './program.ts'
import { type Env, launchAll, programEnv, programsOf, rotateLog } from './programs.ts'
import { runNode } from './run.ts'

/** Stops gracefully, in reverse order of the start; a start in progress is aborted first. */
export interface System extends Stoppable {
  /** Resolves when the API is ready. */
  start(): Promise<void>
}

type Say = (line: string) => void

interface Options {
  /** Restarts the programs on change. */
  watch?: boolean
  /** Further settings of the programs, and ports of further API processes. */
  env?: Env
  ports?: readonly number[]
  /** The database is already migrated and filled: a copy of one from `prepare`. */
  prepared?: boolean
}

/** Everything that `npm start` runs. `say` gets a short line for each step. */
export function createSystem(
  settings: Settings,
  report: Say,
  { watch = false, env: more = {}, ports = [], prepared = false }: Options = {},
): System {
  const stopping = new AbortController()
  const { signal } = stopping
  /** The running parts, in the order of their start. */
  const stoppables: Stoppable[] = []
  let started: Promise<void> | undefined

  async function open() {
    const logs = makeFolders(settings.dataDir)
    const database = await openDatabase(settings, { log: rotateLog(logs, 'postgres'), say: report })
    stoppables.push(database)
    return database
  }

  async function bringUp() {
    const fullEnv = { ...process.env, ...more }
    // The content of the database may be another reason to refuse the start; a database that does not exist yet is
    // not created for the check.
    const before = isPublic(fullEnv) && hasEmbeddedPostgres(settings) ? await open() : undefined
    await refuseUnfit({ ...fullEnv, DATABASE_URL: before?.url ?? fullEnv.DATABASE_URL }, signal)
    const database = before ?? (await open())
    report(`Database: ${database.directory ? `PostgreSQL in ${database.directory}` : 'from DATABASE_URL'}`)
    await buildApps(signal, report)
    const env = await programEnv(settings, database.url, more)
    if (!prepared) await prepareDatabase(env, signal, report)
    const running = await launchAll(programsOf(env, join(settings.dataDir, 'logs'), watch, ports), settings, signal)
    stoppables.push(...running.map(({ program, life }) => keepRunning(program, life, report)))
  }

  return {
    start: () => (started ??= bringUp()),
    async stop() {
      stopping.abort()
      await started?.catch(() => {})
      for (const part of stoppables.toReversed()) await part.stop()
    },
    kill() {
      for (const part of stoppables) part.kill()
    },
  }
}

/**
 * Runs before anything is created: a public deployment gets every problem at once, and a refused start leaves nothing
 * behind.
 */
async function refuseUnfit(fullEnv: Env, signal: AbortSignal): Promise<void> {
  if (!isPublic(fullEnv)) return
  const standIns = maySimulate(fullEnv)
    ? { SIMULATORS_URL: 'http://127.0.0.1:1', SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:1' }
    : {}
  const env = { ...fullEnv, ...standIns, DATABASE_URL: fullEnv.DATABASE_URL || EMBEDDED }
  await runNode(['server/preflight.ts'], 'Cuida did not start.', { env, signal })
}

/** A placeholder for the database that does not exist yet; the programs check again once it does. */
const EMBEDDED = 'postgres://127.0.0.1:1/embedded'

/** Private to their owner: logs, and the simulators' messages. */
function makeFolders(dataDir: string): string {
  makeFolder(dataDir)
  for (const name of ['logs', 'simulators']) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  return join(dataDir, 'logs')
}

async function buildApps(signal: AbortSignal, report: Say): Promise<void> {
  for (const app of APP_NAMES.filter(hasApp)) {
    if (!isStale(app)) continue
    report(`Building ${app}/ …`)
    await build(app, signal)
  }
}

/** Migrates a database and loads the partner's demo. */
export async function prepareDatabase(env: Env, signal: AbortSignal, report: Say): Promise<void> {
  const migrated = await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env, signal })
  const loaded = mayShowDemo(env)
    ? await runNode(['server/demo.ts'], 'The demo could not be loaded:', { env, signal })
    : ''
  for (const line of [migrated, loaded]) if (line) report(line)
}
