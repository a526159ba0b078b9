import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readManifest } from './backup/manifest.ts'
import { withConnection } from './backup/postgres-programs.ts'
import { checkBackup, refuseConnections, restoreDatabase, restoreDocuments } from './backup/restore-backup.ts'
import { borrowDatabase } from './database.ts'
import { Problem, readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'
import { serverProgram } from './server-program.ts'

const USAGE = `npm run restore -- BACKUP --identity KEY --stopped-at TIME [--overwrite]
npm run restore -- [BACKUP --identity KEY] --stopped-at TIME --database-is-restored
TIME is when the lost system stopped, as in 2026-01-31T14:05:00Z.`

// npm run restore: a backup into an empty database, or what is left to do after pgBackRest restored it (docs/backup.md).
await main(async () => {
  const { positionals, values } = readArguments()
  const [folder] = positionals
  const { identity, overwrite, 'database-is-restored': hasDatabase } = values
  const stoppedAt = new Date(values['stopped-at'] ?? '')
  if (Number.isNaN(stoppedAt.getTime()) || (folder ? !identity : !hasDatabase)) throw new Problem(USAGE)
  if (identity && !existsSync(identity)) throw new Problem(`There is no ${identity} with the private key.`)
  const settings = readSettings(process.env, ROOT)
  const { url, stop } = await borrowDatabase(settings)
  try {
    if (folder && identity) {
      const path = resolve(folder)
      const manifest = readManifest(path)
      await checkBackup(path, manifest)
      if (!hasDatabase && !manifest.database)
        throw new Problem('This backup has the documents alone: restore the database first (docs/backup.md).')
      // The owner of the tables; migrations grant the other role its rights.
      const ownerUrl = process.env.DATABASE_OWNER_URL || url
      if (!hasDatabase)
        await restoreDatabase(ownerUrl, path, { identity, overwrite, roles: manifest.database?.roles ?? [] })
      const documents = join(settings.dataDir, 'documents')
      console.log(`${await restoreDocuments(path, identity, documents)} documents were restored.`)
    }
    await withConnection(url, refuseConnections)
    await serverProgram('migrate', url)
    await serverProgram('after-restore', url, [stoppedAt.toISOString()])
  } finally {
    await stop()
  }
})

function readArguments() {
  const options = {
    identity: { type: 'string' },
    'stopped-at': { type: 'string' },
    overwrite: { type: 'boolean', default: false },
    'database-is-restored': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw new Problem(USAGE)
  }
}
