import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
}

/** A larger one is a film or a mistake: it waits for its service. */
export const MOST_KEPT_BYTES = 4 * 1024 * 1024
/** What is looked at, and what is read with a film. */
export const isPicture = (type: string): boolean => /^(image\/|text\/vtt)/.test(type)

export function diskPictures(folder: string): Pictures {
  const fileOf = (path: string) => join(folder, createHash('sha256').update(path).digest('hex').slice(0, 32))
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
      if (bytes.length > MOST_KEPT_BYTES || known.get(path) === digest) return
      await putWhole(fileOf(path), Buffer.concat([Buffer.from(`${type}\n`), bytes]))
      known.set(path, digest)
    },
  }
}
