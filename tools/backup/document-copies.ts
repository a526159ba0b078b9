import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isFileName } from '../../server/providers/files/port.ts'
import { encryptTo, sha256Of } from './age.ts'
import { DOCUMENT_LIST } from './manifest.ts'

/** Encrypted copies of documents, which all backups of a folder share. */
const COPIES = 'documents'

export interface Copy {
  sha256: string
  /** Path in the backup folder. */
  path: string
}

/**
 * Copies the documents that no earlier backup has. A document never changes, except when its key is rotated: then its
 * time differs and it is copied again.
 */
export async function copyDocuments(
  folder: string,
  recipients: string,
  source: string,
): Promise<{ copies: Copy[]; bytes: number }> {
  const known = knownHashes(folder)
  const copies: Copy[] = []
  let bytes = 0
  for (const name of await documentNames(source)) {
    const file = join(source, name.slice(0, 2), name)
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? {}
    // Deleted since the folder was read.
    if (mtimeMs === undefined) continue
    const path = join(COPIES, name.slice(0, 2), `${name}.${Math.floor(mtimeMs)}.age`)
    const sha256 = known.get(path) ?? (await copyOne(join(folder, path), recipients, file))
    copies.push({ sha256, path })
    bytes += statSync(join(folder, path)).size
  }
  return { copies, bytes }
}

async function copyOne(target: string, recipients: string, file: string): Promise<string> {
  // An interrupted backup copied it, but wrote no list.
  if (existsSync(target)) return sha256Of(target)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const unfinished = `${target}.part`
  await rm(unfinished, { force: true })
  const { sha256 } = await encryptTo(unfinished, recipients, createReadStream(file))
  await rename(unfinished, target)
  return sha256
}

async function documentNames(source: string): Promise<string[]> {
  if (!existsSync(source)) return []
  const folders = await Promise.all((await readdir(source)).map((name) => readdir(join(source, name)).catch(() => [])))
  return folders.flat().filter(isFileName).sort()
}

/** The copies that exist, with the hashes that the lists of earlier backups have. */
function knownHashes(folder: string): Map<string, string> {
  const copies = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, DOCUMENT_LIST)))
    .flatMap((name) => readList(join(folder, name, DOCUMENT_LIST)))
  return new Map(copies.filter(({ path }) => existsSync(join(folder, path))).map(({ path, sha256 }) => [path, sha256]))
}

/** Form of `sha256sum`, so that `sha256sum --check` reads it in the backup folder. */
export const listOf = (copies: readonly Copy[]): string =>
  copies.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')

export const readList = (file: string): Copy[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))

/** The document's name, from the path of its copy. */
export const documentOf = (path: string): string => basename(path).slice(0, 36)

/** Deletes the copies that no list of the remaining backups has. */
export async function removeUnlistedCopies(folder: string, backups: readonly string[]): Promise<number> {
  const listed = new Set(backups.flatMap((name) => readList(join(folder, name, DOCUMENT_LIST))).map(({ path }) => path))
  let removed = 0
  for (const group of existsSync(join(folder, COPIES)) ? await readdir(join(folder, COPIES)) : [])
    for (const name of await readdir(join(folder, COPIES, group))) {
      const path = join(COPIES, group, name)
      if (listed.has(path)) continue
      await rm(join(folder, path), { force: true })
      removed++
    }
  return removed
}
