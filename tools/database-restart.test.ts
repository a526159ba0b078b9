import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { ROOT, runNode } from './run.ts'
import { temporaryDataDir } from './temporary-postgres.ts'

const folder = temporaryDataDir('restart')
let database: Postgres
let env: Record<string, string | undefined>
let programs: ChildProcess[]
beforeAll(async () => {
  database = await startPostgres({ dataDir: folder.path, say: () => {} })
  env = {
    ...{ PATH: process.env.PATH, DATA_DIR: folder.path, DATABASE_URL: database.url, PORT: String(await freePort()) },
    ...{ TWINS_URL: 'http://127.0.0.1:9', TWINS_SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'silent' },
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
  }
  await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env })
  programs = ['server/main.ts', 'server/worker.ts'].map((file) =>
    spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  await vi.waitUntil(isReady, { timeout: 60_000 })
})
afterAll(async () => {
  for (const program of programs) program.kill('SIGKILL')
  await database.stop()
  await folder.remove()
})

const isReady = () =>
  fetch(`http://127.0.0.1:${env.PORT}/readyz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )
const server = () => Number(readFileSync(join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0])

// Its guard starts it again on the same port.
test.each([
  ['is killed', 'SIGKILL'],
  ['stops at once', 'SIGQUIT'],
  ['is stopped', 'SIGINT'],
] as const)('the API and the worker outlive a database that %s, and are ready when it is', async (_, signal) => {
  process.kill(server(), signal)
  await expect.poll(isReady).toBe(false)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  expect(programs.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
})
