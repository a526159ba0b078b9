import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tools/ports.ts'
import { readSettings } from '../tools/preflight.mjs'
import { ROOT } from '../tools/run.ts'
import { createSystem } from '../tools/system.ts'

export interface RunningSystem {
  url: string
  partner: string
  stop(): Promise<void>
}

/** Everything that `npm start` runs, in an empty data folder of its own and on a free port. */
export async function startSystem(partner: string): Promise<RunningSystem> {
  if (process.env.E2E_URL) return { url: process.env.E2E_URL, partner, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), `cuida-e2e-${partner}-`))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, PARTNER: partner, DATABASE_URL: undefined }
  const system = createSystem(readSettings(env, ROOT), () => {})
  await system.start()
  return {
    url: `http://127.0.0.1:${port}`,
    partner,
    async stop() {
      await system.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
