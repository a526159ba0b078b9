import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildStale } from '../tools/builds.ts'
import { apiHeap } from '../tools/heap.mjs'
import { freePort } from '../tools/ports.ts'
import { startPostgres } from '../tools/postgres.ts'
import { ROOT, runNode } from '../tools/run.ts'

export interface Server {
  url: string
  pid: number
  /** CPU seconds used by the process so far. */
  cpu(): number
  stop(): Promise<void>
}
export interface BenchSystem {
  api: Server
  databaseUrl: string
  /** The folder of API and worker. */
  programs: string
  /** Settings of all programs, including the secrets of this run. */
  env: Record<string, string | undefined>
  /** CPU seconds used by the database so far. */
  databaseCpu(): number
  start(file: string, env: Record<string, string>): Promise<Server>
  stop(): Promise<void>
}

export interface BenchOptions {
  /** Commits are flushed to disk, as in production. */
  durable?: boolean
  env?: Record<string, string>
  /** The folder whose API and worker run; the database is always migrated by this release. */
  programs?: string
}

/** A database with the demo, the built apps and one API process, configured as `npm start` does. */
export async function startBenchSystem(
  partner: string,
  { durable = false, env: more = {}, programs = ROOT }: BenchOptions = {},
): Promise<BenchSystem> {
  await buildStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'cuida-bench-'))
  const database = await startPostgres({ dataDir, fast: !durable })
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    // Measures what the programs carry, not what they refuse.
    LOAD_SHEDDING: 'off',
    PARTNER: partner,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SIMULATORS_URL: 'http://127.0.0.1:9',
    SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
    PORT: String(port),
    ...more,
  }
  await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env })
  await runNode(['server/demo.ts'], 'The demo could not be loaded:', { env })
  const running: Server[] = []
  const start = async (file: string, more: Record<string, string>) => {
    const cwd = file.startsWith('server/') ? programs : ROOT
    const server = await launchServer(file, cwd, { ...env, ...more })
    running.push(server)
    return server
  }
  const api = await start('server/main.ts', {})
  return {
    api,
    databaseUrl: database.url,
    env,
    programs,
    databaseCpu: () =>
      familyCpuSeconds(Number(readFileSync(join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0])),
    start: async (file, more) => start(file, { PORT: String(await freePort()), ...more }),
    async stop() {
      await Promise.all(running.map((server) => server.stop()))
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launchServer(file: string, cwd: string, env: Record<string, string | undefined>): Promise<Server> {
  const flags = file === 'server/main.ts' ? apiHeap(env) : []
  const child = spawn(process.execPath, [...flags, file], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const url = `http://127.0.0.1:${env.PORT}`
  for (let tries = 0; ; tries++) {
    const ok = await fetch(url + (env.READY_PATH ?? '/healthz')).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ok) break
    if (child.exitCode !== null || tries > 300) throw new Error(`${file} did not start`)
    await sleep(100)
  }
  const pid = child.pid ?? 0
  return { url, pid, cpu: () => cpuSeconds(pid), stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

// Linux counts CPU time in ticks of 1/100 s: user and system time are fields 14 and 15 of proc_pid_stat, those of
// ended children 16 and 17.
function fieldsOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    // The process ended between listing and reading.
    return []
  }
}
const sum = (fields: string[]): number => fields.reduce((total, field) => total + Number(field), 0) / 100

export const cpuSeconds = (pid: number): number => sum(fieldsOf(pid).slice(11, 13))

/** CPU seconds of a process, its live children and its ended ones. */
function familyCpuSeconds(pid: number): number {
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(fieldsOf(name)[1]) === pid)
  return living.reduce((total, child) => total + cpuSeconds(Number(child)), sum(fieldsOf(pid).slice(11, 15)))
}
