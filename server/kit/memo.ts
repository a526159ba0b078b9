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
  /** Runs `load` and remembers its payload for so long (milliseconds), unless one of the topics was heard meanwhile. */
  fill(key: string, topics: readonly string[], load: () => Promise<string>, lifeMs?: number): Promise<Remembered>
  /** Forgets what the subject asked for: its own writes are visible to it at once in this process. */
  forget(topic: string): void
}

const DAY_MS = 86_400_000
/** Of answers that move with the clock (waiting time, lock expiry) as well as with what is heard. */
const LIFE_MS = 10_000
/**
 * Of answers that only what is heard can change, milliseconds: a bound on what a lost notification could do. Spread,
 * because those who came back together after a restart would otherwise all be looked up together for ever.
 */
export const untilHeard = (): number => 60_000 + Math.random() * 60_000
// Ten thousand people with a few questions each; some 50 MB when it is full.
const MOST = 50_000

/** Answers of polled reads, kept in this process and dropped by the database's own notifications. */
export function createMemo(changes: Changes): Memo {
  const entries = new Map<string, Remembered>()
  const keysOf = new Map<string, Set<string>>()
  let epoch = 0
  // Everything before this epoch counts as heard: after a gap, or when the book of topics was emptied.
  let floor = 0
  const heardAt = new Map<string, number>()

  const drop = (key: string) => {
    for (const topic of entries.get(key)?.topics ?? []) {
      const keys = keysOf.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(topic)
    }
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
    async fill(key, topics, load, lifeMs = LIFE_MS) {
      const before = epoch
      const payload = await load()
      const entry = { etag: etagOf(payload), payload, topics, until: endOfLife(Date.now(), lifeMs) }
      const overtaken = floor > before || topics.some((topic) => (heardAt.get(topic) ?? 0) > before)
      if (!overtaken && changes.live) {
        drop(key)
        // The one that was filled longest ago comes first in a map.
        if (entries.size >= MOST) drop(entries.keys().next().value ?? '')
        entries.set(key, entry)
        for (const topic of topics) keysOf.set(topic, (keysOf.get(topic) ?? new Set()).add(key))
      }
      return entry
    },
  }
}

/** Nothing is remembered into another day: who may see whom depends on ages, and those change at midnight UTC. */
const endOfLife = (now: number, lifeMs: number): number =>
  Math.min(now + lifeMs, (Math.floor(now / DAY_MS) + 1) * DAY_MS)

const etagOf = (payload: string): string => `"${createHash('sha1').update(payload).digest('base64url')}"`
