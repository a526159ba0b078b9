import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentStores } from '../../server/services.ts'
import { Problem } from '../preflight.mjs'
import { ROOT } from '../run.ts'
import { encryptTo, sha256Of, succeeds, together, type WrittenFile } from './age.ts'
import { copyDocuments, listOf, removeUnlistedCopies } from './document-copies.ts'
import {
  backupsIn,
  DATABASE_FILE,
  DOCUMENT_LIST,
  folderNameOf,
  isComplete,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { connectionEnv, findPostgresProgram, serverVersion, withConnection } from './postgres-programs.ts'

export interface BackupOptions {
  folder: string
  /** File of public keys, one a line. */
  recipients: string
  /** How many backups with a database remain. */
  keep: number
  /** Absent: the documents alone. */
  databaseUrl?: string
  stores: Parameters<typeof documentStores>[0]
  partner: string
}

/** Creates one backup below the folder and deletes those that are too old. Returns its path. */
export async function createBackup(options: BackupOptions): Promise<{ path: string; manifest: Manifest }> {
  const { folder, recipients, stores, databaseUrl, partner } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lock(folder)
  try {
    const startedAt = new Date()
    const path = join(folder, folderNameOf(startedAt))
    mkdirSync(path, { mode: 0o700 })
    // The database first: every document that it knows is in the folder already, or was deleted since.
    const database = databaseUrl ? await dumpDatabase(databaseUrl, join(path, DATABASE_FILE), recipients) : undefined
    const { copies, bytes } = await copyDocuments(folder, recipients, join(stores.DATA_DIR, 'documents'))
    const list = await writeList(join(path, DOCUMENT_LIST), listOf(copies))
    const manifest: Manifest = {
      format: 1,
      release: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
      partner,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      ...(database && { database }),
      documents: { count: copies.length, bytes, list },
      ...(await countBucket(stores)),
    }
    await writeManifest(path, manifest)
    await removeOldBackups(folder, options.keep)
    return { path, manifest }
  } finally {
    unlock()
  }
}

async function dumpDatabase(url: string, path: string, recipients: string) {
  const { major, migration, roles } = await withConnection(url, async (db) => {
    const [last] = await db<{ name: string }[]>`select name from migration order by name desc limit 1`
    const roles = await db<{ name: string }[]>`
      select distinct rolname as name from pg_policy join pg_roles on pg_roles.oid = any(polroles) order by 1`
    return { major: await serverVersion(db), migration: last?.name ?? '', roles: roles.map(({ name }) => name) }
  })
  const program = await findPostgresProgram('pg_dump', major)
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s']
  const dump = spawn(program, args, { env: connectionEnv(url), stdio: ['ignore', 'pipe', 'pipe'] })
  const written = encryptTo(path, recipients, dump.stdout)
  await together([succeeds(dump, 'pg_dump'), written])
  return { ...(await written), postgres: major, migration, roles }
}

async function writeList(path: string, text: string): Promise<WrittenFile> {
  await writeFile(path, text, { mode: 0o600, flush: true })
  return { bytes: Buffer.byteLength(text), sha256: await sha256Of(path) }
}

/** A bucket is listed, not copied: it has its own replicas. */
async function countBucket(settings: BackupOptions['stores']): Promise<Pick<Manifest, 'bucket'>> {
  if (!settings.DOCUMENTS_S3_URL) return {}
  const { current, previous } = documentStores(settings)
  const bucket = settings.DOCUMENTS_STORE === 'disk' ? previous : current
  let count = 0
  for await (const _ of bucket?.olderThan(new Date('9999-12-31')) ?? []) count++
  return { bucket: { host: bucket?.check?.host ?? '', count } }
}

/**
 * Keeps the newest backups with a database, and the newest of all. Incomplete ones are of earlier, interrupted runs.
 */
async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const all = backupsIn(folder)
  const complete = all.filter((name) => isComplete(join(folder, name)))
  const withDatabase = complete.filter((name) => readManifest(join(folder, name)).database)
  const kept = new Set([...withDatabase.slice(-keep), ...complete.slice(-1)])
  for (const name of all) if (!kept.has(name)) rmSync(join(folder, name), { recursive: true })
  await removeUnlistedCopies(folder, [...kept])
}

/** One backup at a time: the cleanup of one would delete the copies that another has not listed yet. */
function lock(folder: string): () => void {
  const file = join(folder, 'lock')
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    const holder = Number(readFileSync(file, 'utf8'))
    if (isAlive(holder)) throw new Problem(`Another backup to ${folder} is running (process ${holder}).`)
    writeFileSync(file, String(process.pid))
  }
  return () => rmSync(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
