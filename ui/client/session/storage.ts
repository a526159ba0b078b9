/** Storage for a session across page loads: local storage on the web, the native shell's own otherwise. */
export interface TokenStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/**
 * Local storage (or its replacement, storage-script.ts); memory when it is full: the session then ends with the page.
 */
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
