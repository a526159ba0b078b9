import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Problem } from '../preflight.mjs'

const WrittenFile = v.object({ bytes: v.number(), sha256: v.string() })

/** What a backup contains. Written last: a backup without it is incomplete. */
const Manifest = v.object({
  format: v.literal(1),
  release: v.string(),
  partner: v.string(),
  /** Everything that was committed before this moment is in the backup. */
  startedAt: v.string(),
  finishedAt: v.string(),
  /** Absent in a backup of the documents alone. */
  database: v.optional(
    v.object({
      ...WrittenFile.entries,
      postgres: v.number(),
      migration: v.string(),
      /** The roles that the dump names and that the server must have. */
      roles: v.optional(v.array(v.string()), []),
    }),
  ),
  /** Of the files on disk. `list` is in the form of `sha256sum`. */
  documents: v.object({ count: v.number(), bytes: v.number(), list: WrittenFile }),
  /** A bucket is not copied: how many files it had, and where it is. */
  bucket: v.optional(v.object({ host: v.string(), count: v.number() })),
})
export type Manifest = v.InferOutput<typeof Manifest>

export const DATABASE_FILE = 'database.dump.age'
export const DOCUMENT_LIST = 'documents.sha256'
const FILE = 'manifest.json'

/** The name of a backup's folder: its time, in a form that every file system accepts and that sorts. */
export const folderNameOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-').concat('Z')
export const isBackupName = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name)

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${FILE}.part`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(join(folder, `${FILE}.part`), join(folder, FILE))
}

export function readManifest(folder: string): Manifest {
  if (!existsSync(join(folder, FILE)))
    throw new Problem(`${folder} is no complete backup: it has no ${FILE}, which is written last.`)
  const found = v.safeParse(Manifest, JSON.parse(readFileSync(join(folder, FILE), 'utf8')))
  if (!found.success) throw new Problem(`${join(folder, FILE)} was written by another release, or is damaged.`)
  return found.output
}

/** Names of the backups in a folder, the oldest first. */
export const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(isBackupName).sort() : []

export const isComplete = (folder: string): boolean => existsSync(join(folder, FILE))
