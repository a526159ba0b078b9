import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPostgres } from './postgres.ts'

/** A quick, empty PostgreSQL for a test run; stopping it removes every trace. */
export async function temporaryPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'cuida-test-'))
  // For root: the database's own user must get in.
  chmodSync(dataDir, 0o711)
  const { url, directory, stop } = await startPostgres({ dataDir, fast: true })
  return {
    url,
    async stop() {
      await stop()
      for (const folder of [dirname(directory), dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
