import { asSystem } from './db/row-security.ts'

/**
 * Shares one result among all callers for `ms` milliseconds; concurrent callers wait for the same call. A failure is
 * not cached.
 * The result is the same for everybody, so it is loaded without the limits of the caller's request.
 */
export function memoizeFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (known && Date.now() < known.until) return known.answer
    const answer = asSystem(load)
    known = { answer, until: Date.now() + ms }
    answer.catch(() => {
      if (known?.answer === answer) known = undefined
    })
    return answer
  }
}
