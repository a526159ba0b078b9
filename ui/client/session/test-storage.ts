import { beforeEach, vi } from 'vitest'

/** What a device and a tab of it keep: empty before each test. */
export function emptyStorage(): void {
  beforeEach(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      const kept = new Map<string, string>()
      vi.stubGlobal(storage, {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      })
    }
  })
}
