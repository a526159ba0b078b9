import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from './backup/create-backup.ts'
import { borrowDatabase } from './database.ts'
import { Problem, readSettings } from './preflight.mjs'
import { main, ROOT } from './run.ts'

const USAGE = 'npm run backup -- FOLDER --recipients FILE [--keep 14] [--documents-only] [--metrics FILE]'

// npm run backup: an encrypted copy of the database and the documents (docs/backup.md).
await main(async () => {
  const { positionals, values } = readArguments()
  const [folder] = positionals
  const { recipients } = values
  const keep = Number(values.keep)
  if (!folder || !recipients || !Number.isInteger(keep) || keep < 1) throw new Problem(USAGE)
  if (!existsSync(recipients)) throw new Problem(`There is no ${recipients} with the public keys.`)
  const settings = readSettings(process.env, ROOT)
  const { dataDir, partner } = settings
  const stores = { ...process.env, DATA_DIR: dataDir }
  const options = { folder: resolve(folder), recipients: resolve(recipients), keep, stores, partner }
  const database = values['documents-only'] ? undefined : await borrowDatabase(settings)
  // The owner of the tables: row security keeps other roles from the job queue's, and pg_dump refuses half a table.
  const databaseUrl = database && (process.env.DATABASE_OWNER_URL || database.url)
  const { path, manifest } = await createBackup({ ...options, ...(databaseUrl && { databaseUrl }) }).finally(() =>
    database?.stop(),
  )
  if (values.metrics) writeMetrics(values.metrics)
  const parts = [
    manifest.database && `the database (${megabytes(manifest.database.bytes)})`,
    `${manifest.documents.count} documents (${megabytes(manifest.documents.bytes)})`,
  ]
  console.log(`${path} has ${parts.filter(Boolean).join(' and ')}.`)
  if (manifest.bucket)
    console.log(
      `${manifest.bucket.host} has ${manifest.bucket.count} documents, which are not copied (docs/backup.md).`,
    )
})

function readArguments() {
  const options = {
    recipients: { type: 'string' },
    keep: { type: 'string', default: '14' },
    'documents-only': { type: 'boolean', default: false },
    metrics: { type: 'string' },
  } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw new Problem(USAGE)
  }
}

/** For the textfile collector of Prometheus's node exporter, which never sees a half-written file. */
function writeMetrics(file: string): void {
  const name = 'cuida_backup_last_success_timestamp_seconds'
  const lines = [`# TYPE ${name} gauge`, `${name} ${Math.floor(Date.now() / 1_000)}`, '']
  writeFileSync(`${file}.part`, lines.join('\n'))
  renameSync(`${file}.part`, file)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
