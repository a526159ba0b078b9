import { freePort } from '../tools/ports.ts'
import { runningPostgres } from '../tools/postgres.ts'
import { readSettings } from '../tools/preflight.mjs'
import { ROOT } from '../tools/run.ts'
import { createSystem } from '../tools/system.ts'
import { temporaryDataDir } from '../tools/temporary-postgres.ts'

export interface RunningSystem {
  url: string
  databaseUrl: string
  stop(): Promise<void>
}

/** Everything that `npm start` runs, in an empty data folder of its own and on a free port. */
export async function startSystem(partner: string): Promise<RunningSystem> {
  const dataDir = temporaryDataDir(`e2e-${partner}`)
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: dataDir.path,
    PARTNER: partner,
    DATABASE_URL: undefined,
  }
  const settings = readSettings(env, ROOT)
  const system = createSystem(settings, () => {})
  await system.start()
  return {
    url: settings.publicUrl,
    databaseUrl: runningPostgres(dataDir.path) ?? '',
    async stop() {
      await system.stop()
      dataDir.remove()
    },
  }
}
