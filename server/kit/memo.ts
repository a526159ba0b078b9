import { createHash } from 'node:crypto'
import type { Changes } from './changes.ts'

/** A polled answer that is known to be unchanged while none of its topics is heard. */
export interface Remembered {
  etag: string
  payload: string
  topics: readonly string[]
  until: number
}

export interface Memo {
  find(key: string): Remembered | undefined
  /** Runs `load` and remembers its payload, unless one of the topics was heard meanwhile. */
  fill(key: string, topics: readonly string[], load: () => Promise<string>): Promise<Remembered>
  /** Forgets what the subject asked for: its own writes are visible to it at once in this process. */
  forget(topic: string): void
}

const DAY_MS = 86_400_000
// Some answers move with the clock (waiting time, lock expiry): nothing is remembered for longer than this.
const LIFE_MS = 10_000
const MOST = 20_000

/** Answers of polled reads, kept in this process and dropped by the database's own notifications. */
export function createMemo(changes: Changes): Memo {
  const entries = new Map<string, Remembered>()
  const keysOf = new Map<string, Set<string>>()
  let epoch = 0
  // Everything before this epoch counts as heard: after a gap, or when the book of topics was emptied.
  let floor = 0
  const heardAt = new Map<string, number>()

  const drop = (key: string) => {
    for (const topic of entries.get(key)?.topics ?? []) keysOf.get(topic)?.delete(key)
    entries.delete(key)
  }
  const forget = (topic: string) => {
    heardAt.set(topic, ++epoch)
    for (const key of keysOf.get(topic) ?? []) drop(key)
    keysOf.delete(topic)
    if (heardAt.size <= MOST) return
    heardAt.clear()
    floor = epoch
  }
  const clear = () => {
    floor = ++epoch
    entries.clear()
    keysOf.clear()
  }
  changes.onChange((topics) => topics.forEach(forget))
  changes.onGap(clear)

  return {
    forget,
    find(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (changes.live && entry.until > Date.now()) return entry
      drop(key)
      return undefined
    },
    async fill(key, topics, load) {
      const before = epoch
      const payload = await load()
      const entry = { etag: etagOf(payload), payload, topics, until: endOfLife(Date.now()) }
      const overtaken = floor > before || topics.some((topic) => (heardAt.get(topic) ?? 0) > before)
      if (!overtaken && changes.live) {
        if (entries.size >= MOST) clear()
        drop(key)
        entries.set(key, entry)
        for (const topic of topics) keysOf.set(topic, (keysOf.get(topic) ?? new Set()).add(key))
      }
      return entry
    },
  }
}

/** Nothing is remembered into another day: who may see whom depends on ages, and those change at midnight UTC. */
const endOfLife = (now: number): number => Math.min(now + LIFE_MS, (Math.floor(now / DAY_MS) + 1) * DAY_MS)

const etagOf = (payload: string): string => `"${createHash('sha1').update(payload).digest('base64url')}"`
