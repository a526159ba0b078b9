/**
 * Shares one result among all callers for `ms` milliseconds; concurrent callers wait for the same call. A failure is
 * not cached.
 */
export function memoizeFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (known && Date.now() < known.until) return known.answer
    const answer = load()
    known = { answer, until: Date.now() + ms }
    answer.catch(() => {
      if (known?.answer === answer) known = undefined
    })
    return answer
  }
}
