import { type Answer, makeAnswer } from './answer.ts'

const ENTRIES = 500
const MEGABYTES = 64
/** A longer URL is answered but not cached. */
const MAX_URL = 2_000

/**
 * Caches answers by exact URL, so that a hit parses nothing. Different spellings of one query share one answer. A
 * source never changes while it is served, so entries never expire.
 */
export function createAnswerCache(cacheControl: string) {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': cacheControl }
  const keys = createLru<string>({ entries: ENTRIES, weight: ENTRIES, weigh: () => 1 })
  const answers = createLru<Answer>({ entries: ENTRIES, weight: MEGABYTES * 2 ** 20, weigh: ({ bytes }) => bytes })
  const making = new Map<string, Promise<Answer>>()

  async function make(key: string, body: object): Promise<Answer> {
    const answer = await makeAnswer(JSON.stringify(body), headers)
    answers.set(key, answer)
    return answer
  }
  return {
    find(url: string): Answer | undefined {
      const key = keys.get(url)
      return key === undefined ? undefined : answers.get(key)
    },
    /** `key` is the normalised query; `body` is called when no spelling of it was answered before. */
    async add(url: string, key: string, body: () => object): Promise<Answer> {
      const known = answers.get(key) ?? making.get(key)
      const answer = known ?? make(key, body())
      if (!known && answer instanceof Promise) {
        making.set(key, answer)
        answer.finally(() => making.delete(key)).catch(() => {})
      }
      if (url.length <= MAX_URL) keys.set(url, key)
      return answer
    },
  }
}

/** An LRU cache, limited by number of entries and total weight. */
export function createLru<V>({
  entries,
  weight,
  weigh,
}: {
  entries: number
  weight: number
  weigh: (value: V) => number
}) {
  // A Map iterates in insertion order: the first key is the least recently used.
  const stored = new Map<string, V>()
  let total = 0
  // A popular key is requested repeatedly; when it is already the newest, it need not be moved.
  let newest: string | undefined
  function drop(key: string): void {
    const value = stored.get(key)
    if (value === undefined) return
    stored.delete(key)
    total -= weigh(value)
  }
  return {
    get(key: string): V | undefined {
      const value = stored.get(key)
      if (value === undefined || key === newest) return value
      stored.delete(key)
      stored.set(key, value)
      newest = key
      return value
    },
    set(key: string, value: V): void {
      drop(key)
      stored.set(key, value)
      newest = key
      total += weigh(value)
      for (const oldest of stored.keys()) {
        if (stored.size <= entries && total <= weight) break
        drop(oldest)
      }
    },
    get size(): number {
      return stored.size
    },
  }
}
