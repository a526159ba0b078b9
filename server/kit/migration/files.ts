import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

export interface Migration {
  name: string
  text: string
  /** Compared with the checksum recorded when the migration ran. */
  checksum: string
}

/** All migrations of this version, ordered by the number at the start of their names. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}
