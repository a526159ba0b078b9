import { spawn } from 'node:child_process'
import { freePort } from '../tools/ports.ts'
import { simulatorMailEnv } from '../tools/programs.ts'
import { type BenchOptions, type BenchSystem, cpuSeconds, type Server, startBenchSystem } from './system.ts'

export interface WholeSystem extends BenchSystem {
  simulators: Server
  worker: { pid: number }
  /** CPU seconds used by API and worker so far, without database and simulators. */
  serverCpu(): number
}

/** API, worker, database and provider simulators, each in its own process, as `npm start` runs them. */
export async function startWholeSystem(
  partner: string,
  { env: more = {}, ...options }: BenchOptions = {},
): Promise<WholeSystem> {
  const simulatorsPort = String(await freePort())
  const env = { SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`, ...(await simulatorMailEnv()), ...more }
  const system = await startBenchSystem(partner, { ...options, env })
  const simulators = await system.start('simulators/main.ts', {
    PORT: simulatorsPort,
    SIMULATORS_PORT: simulatorsPort,
    PUBLIC_URL: more.PUBLIC_URL ?? system.api.url,
    READY_PATH: '/simulators/faults',
  })
  const worker = startWorker(system)
  return {
    ...system,
    simulators,
    worker,
    serverCpu: () => system.api.cpu() + cpuSeconds(worker.pid),
    async stop() {
      await worker.stop()
      await system.stop()
    },
  }
}

/** The worker has no port to poll for readiness; the first order shows that it works. */
function startWorker({ env, programs }: BenchSystem): { pid: number; stop(): Promise<void> } {
  const child = spawn(process.execPath, ['server/worker.ts'], {
    cwd: programs,
    // The port of the metrics is the API's.
    env: { ...env, METRICS_PORT: undefined },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    pid: child.pid ?? 0,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
