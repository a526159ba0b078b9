import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { findHome } from './postgres-home.ts'

/** A data folder for one run, which the embedded database's own user may enter. */
export function temporaryDataDir(name: string): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), `cuida-${name}-`))
  chmodSync(path, 0o711)
  return {
    path,
    async remove() {
      // The database lies elsewhere when the system's temporary folder is closed to that user.
      const home = findHome(path)
      for (const folder of [home ? dirname(home.directory) : path, path])
        await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A quick, empty PostgreSQL for a test run, whose files each make a database; stopping it removes every trace. */
export async function temporaryPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = temporaryDataDir('test')
  const { adminUrl, stop } = await startPostgres({ dataDir: dataDir.path, fast: true })
  return {
    url: adminUrl,
    async stop() {
      await stop()
      await dataDir.remove()
    },
  }
}
