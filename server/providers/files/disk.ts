import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../../kit/db/db.ts'
import { ProviderDown } from '../provider-down.ts'
import { assertFileName, type Files } from './port.ts'

/** Splits files over folders with at most a few thousand each. */
const FOLDER_LETTERS = 2
/** No write takes this long: an older `.part` file is left over from a write that a power failure interrupted. */
const UNFINISHED_MS = 3_600_000

/** Files in a folder, which every process that serves patients must see. */
export function diskFiles(folder: string): Files {
  const pathOf = (name: string) => {
    assertFileName(name)
    return join(folder, name.slice(0, FOLDER_LETTERS), name)
  }
  return {
    check: {
      host: folder,
      run: () =>
        writableFolder(folder).then(
          () => ({ state: 'accepted' }),
          (error) => ({ state: 'down', detail: errorCode(error) ?? 'not writable' }),
        ),
    },
    put: (name, bytes) => orDown(async () => writeWhole(pathOf(name), bytes)),
    get: (name) => orDown(async () => readFile(pathOf(name)).catch(unlessMissing)),
    remove: (name) => orDown(async () => rm(pathOf(name), { force: true })),
    olderThan: (moment) => olderThan(folder, moment),
  }
}

/** The folder, or the one in which the first file creates it. */
async function writableFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || folder === dirname(folder)) throw error
    await writableFolder(dirname(folder))
  }
}

/** Writes under a temporary name, syncs, then renames: a power failure leaves the whole file or none. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.part`
  try {
    await writeDurably(unfinished, bytes)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function* olderThan(folder: string, moment: Date): AsyncGenerator<string> {
  for (const directory of await namesIn(folder))
    for (const name of await namesIn(join(folder, directory))) {
      const path = join(folder, directory, name)
      const stats = await stat(path).catch(() => undefined)
      if (!stats || stats.mtime >= moment) continue
      if (!name.endsWith('.part')) yield name
      else if (stats.mtimeMs < Date.now() - UNFINISHED_MS) await rm(path, { force: true })
    }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries) for await (const { name } of entries) names.push(name)
  return names
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/** A full disk or a folder without write permission becomes ProviderDown, which answers 503. */
async function orDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw errorCode(error) ? new ProviderDown('files', errorCode(error), error) : error
  }
}
