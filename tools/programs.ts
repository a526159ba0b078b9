import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { credentials } from '@cuida/simulators/credentials.ts'
import { maySimulate } from '../server/production.ts'
import { apiHeap } from './heap.mjs'
import { freePort } from './ports.ts'
import { Problem, reachable, type Settings } from './preflight.mjs'
import { launch, type Program, type RunningProgram } from './program.ts'
import { ROOT } from './run.ts'
import { findSecrets } from './secrets.ts'

export type Env = Record<string, string | undefined>

/** The environment of every program (server/env.ts). */
export async function programEnv(settings: Settings, databaseUrl: string, more: Env = {}): Promise<Env> {
  const { port, host, dataDir, partner, publicUrl } = settings
  const standIns = maySimulate({ ...process.env, ...more }) ? await placesOfSimulators() : {}
  return {
    ...process.env,
    ...more,
    ...findSecrets(dataDir, process.env),
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    PARTNER: partner,
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    ...standIns,
  }
}

async function placesOfSimulators(): Promise<Env> {
  const port = await freePort()
  const mail = process.env.SMTP_URL ? {} : await simulatorMailEnv()
  return { SIMULATORS_PORT: String(port), SIMULATORS_URL: `http://127.0.0.1:${port}`, ...mail }
}

/** Only while no real mail server is set. The credentials are the simulators' (simulators/credentials.ts). */
export async function simulatorMailEnv(): Promise<Record<string, string>> {
  const port = await freePort()
  const { user, password } = credentials.mail
  return { SIMULATORS_SMTP_PORT: String(port), SIMULATORS_SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${port}` }
}

/** In the order of their start. `ports`: the ports of further API processes. */
export function programsOf(env: Env, logs: string, watch: boolean, ports: readonly number[] = []): Program[] {
  const program = (
    name: string,
    file: string,
    { flags = [], more = {} }: { flags?: string[]; more?: Env } = {},
  ): Program => ({
    name,
    command: process.execPath,
    args: [...flags, ...(watch ? ['--watch', '--watch-preserve-output'] : []), file],
    cwd: ROOT,
    env: { ...env, ...more },
    signal: 'SIGTERM',
    stopSeconds: 15,
    log: rotateLog(logs, name),
  })
  const api = (name: string, more: Env = {}) =>
    program(name, 'server/main.ts', { flags: apiHeap({ ...env, ...more }), more })
  const standIns = env.SIMULATORS_URL ? [program('simulators', 'simulators/main.ts')] : []
  return [
    ...standIns,
    api('api'),
    ...ports.map((port) => api(`api-${port}`, { PORT: String(port) })),
    program('worker', 'server/worker.ts', { more: workerMetrics(env) }),
  ]
}

/** Two programs of one machine cannot share a port: the worker takes the next one. */
const workerMetrics = ({ METRICS_PORT }: Env): Env =>
  METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {}

const LARGE_LOG = 10_000_000

/** The log file of a program. A large one is rotated; one previous file is kept. */
export function rotateLog(logs: string, name: string): string {
  const file = join(logs, `${name}.log`)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGE_LOG) renameSync(file, `${file}.1`)
  return file
}

const READY_SECONDS = 60

interface Launched {
  program: Program
  life: RunningProgram
}

/** Starts the programs and resolves once the API is ready; if one of them ends first, all are stopped. */
export async function launchAll(programs: Program[], settings: Settings, signal: AbortSignal): Promise<Launched[]> {
  const running = programs.map((program) => ({ program, life: launch(program) }))
  try {
    await untilReady(running, settings, signal)
  } catch (error) {
    await Promise.all(running.map(({ life }) => life.stop()))
    throw error
  }
  return running
}

async function untilReady(
  running: { program: Program; life: RunningProgram }[],
  { host, port }: Settings,
  signal: AbortSignal,
) {
  const url = `http://${reachable(host)}:${port}/readyz`
  for (const limit = Date.now() + READY_SECONDS * 1000; Date.now() < limit; ) {
    const ended = running.find(({ life }) => life.hasExited())
    if (ended) throw new Problem(`${ended.program.name} could not start; its output was:\n${ended.life.lastWords()}`)
    if (await answersWell(url)) return
    await sleep(100, undefined, { signal })
  }
  const logs = running.map(({ program }) => program.log).join(', ')
  throw new Problem(`Cuida was not ready after ${READY_SECONDS} s; see the logs: ${logs}`)
}

const answersWell = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' } }).then(
    (reply) => reply.ok,
    () => false,
  )
