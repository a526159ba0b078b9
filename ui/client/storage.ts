/** Where a session keeps what outlives the page. The web's is local storage; a native shell brings its own. */
export interface TokenStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Local storage, or memory where the browser forbids it: the session then ends with the page, and nothing breaks. */
export function browserStorage(): TokenStorage {
  const memory = new Map<string, string>()
  const kept = (): Storage | undefined => {
    try {
      return globalThis.localStorage
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => kept()?.getItem(key) ?? memory.get(key) ?? null,
    set(key, value) {
      try {
        // What is forbidden is not there: memory has it then, or nobody could sign in.
        ;(kept() as Storage).setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key) {
      memory.delete(key)
      kept()?.removeItem(key)
    },
  }
}
