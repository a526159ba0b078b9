import { type Answer, makeAnswer } from './answer.ts'
import { createLru } from './lru.ts'

const ENTRIES = 500
const MEGABYTES = 64
/** A longer address is answered, but not remembered. */
const LONGEST_URL = 2_000

/**
 * Answers by the exact address that asked, so that a hit parses nothing. Different spellings of one query share one
 * answer, and a source never changes while it is served: nothing here grows old.
 */
export function createServed(cacheControl: string) {
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
