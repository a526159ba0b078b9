import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { lastLines, ROOT, runNode } from './run.ts'
import { temporaryDataDir } from './temporary-postgres.ts'

const folder = temporaryDataDir('restart')
/** Generous for a busy machine: the timeout only catches what never happens. */
const WAITING = { timeout: 150_000, interval: 100 }
let database: Postgres
let env: Record<string, string | undefined>
let programs: ChildProcess[]
beforeAll(async () => {
  database = await startPostgres({ dataDir: folder.path, say: () => {} })
  env = {
    PATH: process.env.PATH,
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    SIMULATORS_URL: 'http://127.0.0.1:9',
    SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'node'),
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  }
  await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env })
  programs = ['server/main.ts', 'server/worker.ts'].map((file) =>
    spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  await vi.waitUntil(isReady, WAITING)
})
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await database.stop()
  await folder.remove()
})

/**
 * The API's reply: a status, or why there was none. A request without a reply times out, and the next one follows.
 */
const fetchStatus = () =>
  fetch(`http://127.0.0.1:${env.PORT}/readyz`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ status }) => status,
    (error: Error) => String(error.cause ?? error),
  )
const isReady = async () => (await fetchStatus()) === 200
const ends = () => programs.map(({ exitCode, signalCode }) => exitCode ?? signalCode)
const server = () => Number(readFileSync(join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0])
const version = () => join(database.directory, 'PG_VERSION')
const aside = () => `${version()}.aside`

// The guard process restarts PostgreSQL on the same port.
test.each([
  ['is killed', 'SIGKILL'],
  ['shuts down immediately', 'SIGQUIT'],
  ['shuts down fast', 'SIGINT'],
] as const)('the API and the worker survive a database that %s, and are ready once it is', async (_, signal) => {
  onTestFailed(async () => {
    const log = lastLines(readFileSync(join(folder.path, 'postgres.log'), 'utf8'), 30)
    console.error(`API: ${await fetchStatus()}, programs: ${ends()}, database:\n${log}`)
  })
  process.kill(server(), signal)
  // The database stays away until the API reports it: on a busy machine the API could miss an outage of a second.
  renameSync(version(), aside())
  await expect.poll(isReady, WAITING).toBe(false)
  renameSync(aside(), version())
  await expect.poll(isReady, WAITING).toBe(true)
  expect(ends()).toEqual([null, null])
})
