import { createHash } from 'node:crypto'
import { access, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-write.ts'

export interface Picture {
  type: string
  bytes: Buffer
}
/** Stored pictures of a remote content service, served while it is down. */
export interface PictureStore {
  find(path: string): Promise<Picture | undefined>
  keep(path: string, picture: Picture): Promise<void>
  /** Deletes some of the files at other paths than these. */
  forget(named: ReadonlySet<string>): Promise<void>
}

/** A larger file is a video or a mistake, and is not stored. */
export const MAX_PICTURE_BYTES = 4 * 1024 * 1024
/** Pictures, and captions of videos. */
export const isPicture = (type: string): boolean => /^(image\/|text\/vtt)/.test(type)

/** Another process may already reference a file that this one does not, or may still be writing it. */
const YOUNG_MS = 60 * 60_000
/** Limit per run, because deleting delays reads of pictures. */
const MAX_FORGOTTEN = 200

export function createPictureStore(folder: string): PictureStore {
  const nameOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 32)
  const fileOf = (path: string) => join(folder, nameOf(path))
  /** Digests of stored files: most pictures never change. */
  const known = new Map<string, string>()
  return {
    async find(path) {
      const whole = await readFile(fileOf(path)).catch(() => undefined)
      const end = whole?.indexOf(10) ?? -1
      return whole && end > 0 ? { type: whole.subarray(0, end).toString(), bytes: whole.subarray(end + 1) } : undefined
    },
    async keep(path, { type, bytes }) {
      const digest = createHash('sha256').update(type).update(bytes).digest('hex')
      if (bytes.length > MAX_PICTURE_BYTES) return
      // Another process may have deleted an unreferenced file.
      if (known.get(path) === digest && (await isThere(fileOf(path)))) return
      await writeFileAtomically(fileOf(path), Buffer.concat([Buffer.from(`${type}\n`), bytes]))
      known.set(path, digest)
    },
    async forget(named) {
      const names = new Set([...named].map(nameOf))
      for (const path of known.keys()) if (!named.has(path)) known.delete(path)
      const others = (await readdir(folder).catch(() => [])).filter((name) => !names.has(name))
      let remaining = MAX_FORGOTTEN
      for (const name of others) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs < YOUNG_MS) continue
        await rm(file, { force: true })
        if (--remaining === 0) return
      }
    },
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
