import { createHash } from 'node:crypto'
import type { Changes } from './changes.ts'

/** Who asks without saying who they are. */
export const NOBODY = 'nobody'

/** A polled answer that is known to be unchanged while none of its topics is heard. */
export interface CachedAnswer {
  etag: string
  payload: string
  /** The first is who asked. */
  topics: readonly string[]
  until: number
}

export interface AnswerCache {
  find(key: string): CachedAnswer | undefined
  /** Runs `load` and remembers its payload for so long (milliseconds), unless one of the topics was heard meanwhile. */
  fill(key: string, topics: readonly string[], load: () => Promise<string>, lifeMs?: number): Promise<CachedAnswer>
  /** Forgets what the subject asked for: its own writes are visible to it at once in this process. */
  forget(topic: string): void
  /** Forgets everything: the clinic's content is another one, and any answer may hold some of it. */
  clear(): void
  /** Of all that is remembered, as it is counted against the bound. */
  readonly bytes: number
  close(): void
}

const DAY_MS = 86_400_000
/** Of answers that move with the clock (waiting time, lock expiry) as well as with what is heard. */
const LIFE_MS = 10_000
/**
 * Of answers that only what is heard can change, milliseconds: a bound on what a lost notification could do. Spread,
 * because those who came back together after a restart would otherwise all be looked up together for ever.
 */
export const untilHeard = (): number => 60_000 + Math.random() * 60_000
// Ten thousand people with a few questions each.
const MOST = 50_000
const MOST_BYTES = 64 * 2 ** 20
/** Of one asker, who has some ten screens: who asks more forgets their own answers, and nobody else's. */
const MOST_OF_ONE = 100
/** No screen asks at such length. */
const LONGEST_KEY = 2_000
const SWEEP_MS = 10_000

/** Answers of polled reads, kept in this process and dropped by the database's own notifications. */
export function createAnswerCache(changes: Changes): AnswerCache {
  const entries = new Map<string, CachedAnswer>()
  const keysOf = new Map<string, Set<string>>()
  let bytes = 0
  let epoch = 0
  // Everything before this epoch counts as heard: after a gap, or when the book of topics was emptied.
  let floor = 0
  const heardAt = new Map<string, number>()

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    for (const topic of entry.topics) {
      const keys = keysOf.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(topic)
    }
    entries.delete(key)
    bytes -= weightOf(key, entry)
  }
  /** The one that was filled longest ago comes first in a map, and in a set. */
  const dropFirst = (keys: Map<string, unknown> | Set<string>) => drop(keys.keys().next().value ?? '')
  const keep = (key: string, entry: CachedAnswer) => {
    drop(key)
    const [asker = ''] = entry.topics
    const own = keysOf.get(asker)
    if (own && own.size >= MOST_OF_ONE && asker !== NOBODY) dropFirst(own)
    bytes += weightOf(key, entry)
    entries.set(key, entry)
    for (const topic of entry.topics) keysOf.set(topic, (keysOf.get(topic) ?? new Set()).add(key))
    while (entries.size > MOST || bytes > MOST_BYTES) dropFirst(entries)
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
    bytes = 0
    entries.clear()
    keysOf.clear()
  }
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) drop(key)
  }, SWEEP_MS)
  sweep.unref()
  const stops = [changes.onChange((topics) => topics.forEach(forget)), changes.onGap(clear)]

  return {
    forget,
    clear,
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
      if (!overtaken && changes.live && key.length <= LONGEST_KEY) keep(key, entry)
      return entry
    },
    get bytes() {
      return bytes
    },
    close() {
      clearInterval(sweep)
      for (const stop of stops) stop()
    },
  }
}

/** Two bytes a letter at most, and what an entry of a map, its topics and their sets cost beside. */
const weightOf = (key: string, { payload, topics }: CachedAnswer): number =>
  2 * (key.length + payload.length) + 600 + 150 * topics.length

/** Nothing is remembered into another day: who may see whom depends on ages, and those change at midnight UTC. */
const endOfLife = (now: number, lifeMs: number): number =>
  Math.min(now + lifeMs, (Math.floor(now / DAY_MS) + 1) * DAY_MS)

const etagOf = (payload: string): string => `"${createHash('sha1').update(payload).digest('base64url')}"`
