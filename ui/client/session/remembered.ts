interface Answer {
  etag: string
  data: unknown
}
export interface Remembered {
  find(key: string): Answer | undefined
  keep(key: string, answer: Answer): void
  clear(): void
}

const MOST = 50

/** Last answers of polled reads. A 304 gives the very same object again, so that React paints nothing. */
export function createRemembered(): Remembered {
  const answers = new Map<string, Answer>()
  return {
    find: (key) => answers.get(key),
    keep(key, answer) {
      answers.delete(key)
      answers.set(key, answer)
      for (const oldest of answers.keys()) {
        if (answers.size <= MOST) break
        answers.delete(oldest)
      }
    },
    clear: () => answers.clear(),
  }
}
