import { createHash } from 'node:crypto'
import type { Changes } from './changes.ts'

/** The cache subject of requests without a caller. */
export const ANONYMOUS_SUBJECT = 'nobody'

/** The cached answer of a polled call; valid until one of its topics changes. */
export interface CachedAnswer {
  etag: string
  payload: string
  /** The first topic is the caller. */
  topics: readonly string[]
  until: number
}

export interface AnswerCache {
  find(key: string): CachedAnswer | undefined
  /** Runs `load` and caches its payload for `lifeMs` milliseconds, unless one of the topics changed meanwhile. */
  fill(key: string, topics: readonly string[], load: () => Promise<string>, lifeMs?: number): Promise<CachedAnswer>
  /** Drops the subject's answers, so that it sees its own writes in this process at once. */
  forget(topic: string): void
  /** Drops every answer: the clinic's content changed, and any answer may contain some of it. */
  clear(): void
  /** Estimated memory use, which counts against the bound. */
  readonly bytes: number
  close(): void
}

const DAY_MS = 86_400_000
/** Milliseconds, for answers that depend on the clock as well (waiting time, lock expiry). */
const LIFE_MS = 10_000
/**
 * Lifetime in milliseconds of answers that depend on topics only: it bounds the effect of a lost notification.
 * Random, because entries filled together after a restart would otherwise always expire together.
 */
export const topicLifetimeMs = (): number => 60_000 + Math.random() * 60_000
// Ten thousand people with about five queries each.
const LIMIT = 50_000
const MAX_BYTES = 64 * 2 ** 20
/** Limit for one caller, who has about ten screens: beyond it the caller's own oldest answers are dropped. */
const MAX_OF_ONE = 100
/** Longer than the query of any screen. */
const MAX_KEY = 2_000
const SCHEDULE_MS = 10_000

/** Caches answers of polled reads in this process; `NOTIFY` of the database drops them. */
export function createAnswerCache(changes: Changes): AnswerCache {
  const entries = new Map<string, CachedAnswer>()
  const keysOf = new Map<string, Set<string>>()
  let bytes = 0
  let epoch = 0
  // Answers loaded before this epoch count as stale: set after a lost connection, or when the map of topics was
  // emptied.
  let floor = 0
  const changedAt = new Map<string, number>()

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
  /** Maps and sets iterate in insertion order, so the first key was filled longest ago. */
  const dropFirst = (keys: Map<string, unknown> | Set<string>) => drop(keys.keys().next().value ?? '')
  const store = (key: string, entry: CachedAnswer) => {
    drop(key)
    const [requester = ''] = entry.topics
    const own = keysOf.get(requester)
    if (own && own.size >= MAX_OF_ONE && requester !== ANONYMOUS_SUBJECT) dropFirst(own)
    bytes += weightOf(key, entry)
    entries.set(key, entry)
    for (const topic of entry.topics) keysOf.set(topic, (keysOf.get(topic) ?? new Set()).add(key))
    while (entries.size > LIMIT || bytes > MAX_BYTES) dropFirst(entries)
  }
  const forget = (topic: string) => {
    changedAt.set(topic, ++epoch)
    for (const key of keysOf.get(topic) ?? []) drop(key)
    keysOf.delete(topic)
    if (changedAt.size <= LIMIT) return
    changedAt.clear()
    floor = epoch
  }
  const clear = () => {
    floor = ++epoch
    bytes = 0
    entries.clear()
    keysOf.clear()
  }
  const cleanUp = setInterval(() => {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) drop(key)
  }, SCHEDULE_MS)
  cleanUp.unref()
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
      const overtaken = floor > before || topics.some((topic) => (changedAt.get(topic) ?? 0) > before)
      if (!overtaken && changes.live && key.length <= MAX_KEY) store(key, entry)
      return entry
    },
    get bytes() {
      return bytes
    },
    close() {
      clearInterval(cleanUp)
      for (const stop of stops) stop()
    },
  }
}

/** At most two bytes a character, plus the overhead of map entries, topics and sets. */
const weightOf = (key: string, { payload, topics }: CachedAnswer): number =>
  2 * (key.length + payload.length) + 600 + 150 * topics.length

/** No entry outlives midnight UTC: access rules depend on ages, which change then. */
const endOfLife = (now: number, lifeMs: number): number =>
  Math.min(now + lifeMs, (Math.floor(now / DAY_MS) + 1) * DAY_MS)

const etagOf = (payload: string): string => `"${createHash('sha1').update(payload).digest('base64url')}"`
