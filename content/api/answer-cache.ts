import { type Answer, makeAnswer } from './answer.ts'

const ENTRIES = 500
const MEGABYTES = 64
/** A longer address is answered, but not remembered. */
const LONGEST_URL = 2_000

/**
 * Answers by the exact address that asked, so that a hit parses nothing. Different spellings of one query share one
 * answer, and a source never changes while it is served: nothing here grows old.
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
    /** `key` is the query after reading; `body` is called when no other spelling of it was answered before. */
    async add(url: string, key: string, body: () => object): Promise<Answer> {
      const known = answers.get(key) ?? making.get(key)
      const answer = known ?? make(key, body())
      if (!known && answer instanceof Promise) {
        making.set(key, answer)
        answer.finally(() => making.delete(key)).catch(() => {})
      }
      if (url.length <= LONGEST_URL) keys.set(url, key)
      return answer
    },
  }
}

/** Keeps what was asked for last, up to so many entries and so much weight. */
export function createLru<V>({
  entries,
  weight,
  weigh,
}: {
  entries: number
  weight: number
  weigh: (value: V) => number
}) {
  // A Map remembers the order in which keys were put: the first is the one that was used longest ago.
  const kept = new Map<string, V>()
  let total = 0
  // What is popular is asked for again and again: it need not be moved to where it already is.
  let newest: string | undefined
  function drop(key: string): void {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    total -= weigh(value)
  }
  return {
    get(key: string): V | undefined {
      const value = kept.get(key)
      if (value === undefined || key === newest) return value
      kept.delete(key)
      kept.set(key, value)
      newest = key
      return value
    },
    set(key: string, value: V): void {
      drop(key)
      kept.set(key, value)
      newest = key
      total += weigh(value)
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && total <= weight) break
        drop(oldest)
      }
    },
    get size(): number {
      return kept.size
    },
  }
}
