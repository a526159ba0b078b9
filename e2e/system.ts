import { freePort } from '../tools/ports.ts'
import { runningPostgres } from '../tools/postgres.ts'
import { readSettings } from '../tools/preflight.mjs'
import { ROOT } from '../tools/run.ts'
import { createSystem } from '../tools/system.ts'
import { temporaryDataDir } from '../tools/temporary-postgres.ts'
import { copyTemplate } from './templates.ts'

export interface RunningSystem {
  url: string
  databaseUrl: string
  stop(): Promise<void>
}

export interface Place {
  port?: number
  /** The port of a second API process. */
  secondPort?: number
  env?: Record<string, string>
}

/**
 * Everything that `npm start` runs, on a free or the given port, with a data folder and a copy of the partner's
 * database of its own.
 */
export async function startSystem(partner: string, settings: Place = {}): Promise<RunningSystem> {
  const { url, drop } = await copyTemplate(process.env.E2E_DATABASE_URL ?? '', partner)
  const system = await startWith(partner, url, settings)
  return {
    ...system,
    databaseUrl: url,
    async stop() {
      await system.stop()
      await drop()
    },
  }
}

/** Starts the system with the embedded database and its first start, as a new user does. */
export const startWhole = (partner: string): Promise<RunningSystem> => startWith(partner)

async function startWith(
  partner: string,
  databaseUrl?: string,
  { port, secondPort, env: more = {} }: Place = {},
): Promise<RunningSystem> {
  const dataDir = temporaryDataDir(`e2e-${partner}`)
  // A journey must not depend on the load of the machine.
  const ours = { LOAD_SHEDDING: 'off', ...more }
  const env = {
    ...process.env,
    ...ours,
    PORT: String(port ?? (await freePort())),
    DATA_DIR: dataDir.path,
    PARTNER: partner,
    DATABASE_URL: databaseUrl,
  }
  const settings = readSettings(env, ROOT)
  const system = createSystem(settings, () => {}, {
    env: { ...ours, DATA_DIR: dataDir.path },
    ports: secondPort ? [secondPort] : [],
    prepared: databaseUrl !== undefined,
  })
  await system.start()
  return {
    url: settings.publicUrl,
    databaseUrl: runningPostgres(dataDir.path)?.url ?? '',
    async stop() {
      await system.stop()
      await dataDir.remove()
    },
  }
}
