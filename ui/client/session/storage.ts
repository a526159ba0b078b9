/** Where a session keeps what outlives the page. The web's is local storage; a native shell brings its own. */
export interface TokenStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Local storage (or its simulator, storage-script.ts), or memory where it is full: the session then ends with the page, and nothing breaks. */
export function browserStorage(): TokenStorage {
  const memory = new Map<string, string>()
  return {
    get: (key) => globalThis.localStorage?.getItem(key) ?? memory.get(key) ?? null,
    set(key, value) {
      try {
        localStorage.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key) {
      memory.delete(key)
      globalThis.localStorage?.removeItem(key)
    },
  }
}
