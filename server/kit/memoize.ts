/**
 * One answer for everybody who asks within so many milliseconds; those who ask together wait for the same one. A failure is
 * not remembered.
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
