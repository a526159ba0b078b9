import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Migration } from './files.ts'

type Named = Pick<Migration, 'name' | 'text'>

/** A folder with these migrations, until the test is over. */
export async function folderOf(migrations: readonly Named[]): Promise<URL> {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'cuida-migrations-'))}/`)
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const migration of migrations) await write(folder, migration)
  return folder
}

export const write = (folder: URL, { name, text }: Named): Promise<void> => writeFile(new URL(name, folder), text)
