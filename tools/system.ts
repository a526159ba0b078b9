import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { APP_NAMES, build, hasApp, isStale } from './builds.ts'
import { openDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { Problem, reachable, type Settings } from './preflight.mjs'
import { keepRunning, launch, type Program, type Running } from './program.ts'
import { ROOT, runNode } from './run.ts'
import { findSecrets } from './secrets.ts'

export interface System {
  /** Resolves when the API says that it is ready. */
  start(): Promise<void>
  /** Gracefully, in the opposite order of the start; waits for a start under way. */
  stop(): Promise<void>
  /** Everything at once. */
  kill(): void
}

interface Part {
  stop(): Promise<void>
  kill(): void
}

type Env = Record<string, string | undefined>

const READY_SECONDS = 60

/** Everything that one command runs. `say` gets a short line for each step; `watch` restarts the programs on change. */
export function createSystem(settings: Settings, say: (line: string) => void, { watch = false } = {}): System {
  const stopping = new AbortController()
  const { signal } = stopping
  // First what talks to people, last what it stands on: the order of stopping.
  const groups: Part[][] = []
  let started: Promise<void> | undefined

  async function bringUp() {
    const logs = join(settings.dataDir, 'logs')
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    const database = await openDatabase(settings, { log: freshLog(logs, 'postgres'), say })
    groups.unshift([database])
    say(`Database: ${database.directory ? `PostgreSQL in ${database.directory}` : 'the one of DATABASE_URL'}`)
    await buildApps(signal, say)
    const env = await childEnv(settings, database.url)
    await prepare(env, signal, say)
    await startPrograms(programsOf(env, logs, watch))
  }

  async function startPrograms([twins, ...others]: [Program, ...Program[]]) {
    const running = new Map<Program, Running>()
    const open = (programs: Program[]) => {
      for (const program of programs) running.set(program, launch(program))
      groups.unshift(programs.flatMap((program) => running.get(program) ?? []))
    }
    signal.throwIfAborted()
    open([twins])
    open(others)
    await untilReady(settings, running, signal)
    const kept = (programs: Program[]) =>
      programs.flatMap((program) => keepRunning(program, running.get(program) ?? launch(program), say))
    groups.splice(0, 2, kept(others), kept([twins]))
  }

  return {
    start: () => (started ??= bringUp()),
    async stop() {
      stopping.abort()
      await started?.catch(() => {})
      for (const group of groups) await Promise.all(group.map((part) => part.stop()))
    },
    kill() {
      for (const part of groups.flat()) part.kill()
    },
  }
}

async function buildApps(signal: AbortSignal, say: (line: string) => void): Promise<void> {
  for (const app of APP_NAMES.filter(hasApp)) {
    if (!isStale(app)) continue
    say(`Building ${app}/ …`)
    await build(app, signal)
  }
}

async function prepare(env: Env, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const migrated = await runNode(['server/migrate.ts'], 'The database could not be prepared:', { env, signal })
  const loaded = await runNode(['server/demo.ts'], 'The demo could not be loaded:', { env, signal })
  for (const line of [migrated, loaded]) if (line) say(line)
}

async function childEnv(settings: Settings, databaseUrl: string): Promise<Env> {
  const { port, host, dataDir, partner, publicUrl } = settings
  const twinsPort = await freePort()
  return {
    ...process.env,
    ...findSecrets(dataDir, process.env),
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    PARTNER: partner,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    TWINS_PORT: String(twinsPort),
    TWINS_URL: `http://127.0.0.1:${twinsPort}`,
  }
}

function programsOf(env: Env, logs: string, watch: boolean): [Program, ...Program[]] {
  const program = (name: string, file: string): Program => ({
    name,
    command: process.execPath,
    args: watch ? ['--watch', '--watch-preserve-output', file] : [file],
    cwd: ROOT,
    env,
    signal: 'SIGTERM',
    patience: 15,
    log: freshLog(logs, name),
  })
  return [program('twins', 'twins/main.ts'), program('api', 'server/main.ts'), program('worker', 'server/worker.ts')]
}

/** A program's log. One that has grown large makes room; the one before it is kept. */
function freshLog(logs: string, name: string): string {
  const file = join(logs, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(file, `${file}.1`)
  return file
}

async function untilReady(
  { host, port }: Settings,
  running: Map<Program, Running>,
  signal: AbortSignal,
): Promise<void> {
  const url = `http://${reachable(host)}:${port}/readyz`
  for (const limit = Date.now() + READY_SECONDS * 1000; Date.now() < limit; ) {
    const ended = [...running].find(([, program]) => program.hasExited())
    if (ended) throw new Problem(`${ended[0].name} could not start; it said:\n${ended[1].lastWords()}`)
    if (await answersWell(url)) return
    await sleep(100, undefined, { signal })
  }
  const logs = [...running.keys()].map((program) => program.log).join(', ')
  throw new Problem(`Cuida was not ready after ${READY_SECONDS} s; the logs may say why: ${logs}`)
}

const answersWell = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    (reply) => reply.ok,
    () => false,
  )
