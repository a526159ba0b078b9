import { createHash } from 'node:crypto'
import { access, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { putWhole } from './put.ts'

export interface Picture {
  type: string
  bytes: Buffer
}
/** Pictures of a content service elsewhere as they last were, for as long as it is away. */
export interface Pictures {
  find(path: string): Promise<Picture | undefined>
  keep(path: string, picture: Picture): Promise<void>
  /** Takes away what lies there of other paths than these, some at a time. */
  forget(named: ReadonlySet<string>): Promise<void>
}

/** A larger one is a film or a mistake: it waits for its service. */
export const MOST_KEPT_BYTES = 4 * 1024 * 1024
/** What is looked at, and what is read with a film. */
export const isPicture = (type: string): boolean => /^(image\/|text\/vtt)/.test(type)

/** Another process may name what this one does not yet, and a draft may still be written. */
const YOUNG_MS = 60 * 60_000
/** At a time: whoever waits for a picture waits for none of it. */
const MOST_FORGOTTEN = 200

export function diskPictures(folder: string): Pictures {
  const nameOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 32)
  const fileOf = (path: string) => join(folder, nameOf(path))
  /** What lies there already: most pictures never change. */
  const known = new Map<string, string>()
  return {
    async find(path) {
      const whole = await readFile(fileOf(path)).catch(() => undefined)
      const end = whole?.indexOf(10) ?? -1
      return whole && end > 0 ? { type: whole.subarray(0, end).toString(), bytes: whole.subarray(end + 1) } : undefined
    },
    async keep(path, { type, bytes }) {
      const digest = createHash('sha256').update(type).update(bytes).digest('hex')
      if (bytes.length > MOST_KEPT_BYTES) return
      // Another process may have taken it away when nobody named it.
      if (known.get(path) === digest && (await isThere(fileOf(path)))) return
      await putWhole(fileOf(path), Buffer.concat([Buffer.from(`${type}\n`), bytes]))
      known.set(path, digest)
    },
    async forget(named) {
      const names = new Set([...named].map(nameOf))
      for (const path of known.keys()) if (!named.has(path)) known.delete(path)
      const others = (await readdir(folder).catch(() => [])).filter((name) => !names.has(name))
      let left = MOST_FORGOTTEN
      for (const name of others) {
        const file = join(folder, name)
        const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs < YOUNG_MS) continue
        await rm(file, { force: true })
        if (--left === 0) return
      }
    },
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
