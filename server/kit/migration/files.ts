import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

export interface Migration {
  name: string
  text: string
  /** Of the text as it is here, set beside the one of the text as it ran. */
  checksum: string
}

/** Every migration of this version, in the order of `order.txt`. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const [names, files] = await Promise.all([readNames(new URL('order.txt', folder)), readdir(folder)])
  const sql = files.filter((file) => file.endsWith('.sql'))
  for (const name of sql) if (!names.includes(name)) throw new Error(`${name} is not in order.txt.`)
  for (const name of names)
    if (!sql.includes(name)) throw new Error(`order.txt names ${name}, and there is no such file.`)
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** One name a line; lines that begin with # are for people. */
export async function readNames(file: URL): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}
