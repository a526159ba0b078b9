import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../../kit/db/db.ts'
import { ProviderDown } from '../provider-down.ts'
import { FileDamaged, type Files } from './port.ts'

export interface DiskSettings {
  folder: string
  /** A 32-byte key for each file, so that no key encrypts twice. */
  keyOf: (name: string) => Buffer
}

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** Splits files over folders with at most a few thousand each. */
const FOLDER_LETTERS = 2

/** Files in a folder, each encrypted with AES-256-GCM: nonce, tag, then the content; the name is authenticated. */
export function diskFiles({ folder, keyOf }: DiskSettings): Files {
  const pathOf = (name: string) => join(folder, safe(name).slice(0, FOLDER_LETTERS), name)
  return {
    put: (name, bytes) => orDown(() => writeWhole(pathOf(name), encrypt(bytes, name, keyOf(name)))),
    async get(name) {
      const stored = await orDown(() => readFile(pathOf(name)).catch(unlessMissing))
      return stored && decrypt(stored, name, keyOf(name))
    },
    remove: (name) => orDown(() => rm(pathOf(name), { force: true })),
    olderThan: (moment) => olderThan(folder, moment),
  }
}

function encrypt(bytes: Uint8Array, name: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name))
  const content = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

function decrypt(stored: Buffer, name: string, key: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, stored.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(Buffer.from(name)).setAuthTag(stored.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(stored.subarray(NONCE + TAG)), decipher.final()])
  } catch {
    throw new FileDamaged()
  }
}

/** Writes under a temporary name, syncs, then renames: a power failure leaves the whole file or none. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
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

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
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
      // A `.part` file is left over from a write that a power failure interrupted.
      if (name.endsWith('.part')) await rm(path, { force: true })
      else yield name
    }
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = []
  const entries = await opendir(folder).catch(unlessMissing)
  if (entries) for await (const { name } of entries) names.push(name)
  return names
}

function safe(name: string): string {
  if (!/^[0-9a-f-]{36}$/.test(name)) throw new Error('a file name must be a UUID')
  return name
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
