import { vi } from 'vitest'

/** As much of a browser's database as the vault uses: what is on the disk is in `disk`. */
export function putDatabase() {
  const disk = new Map<string, unknown>()
  const state = { isBroken: false }
  const later = (run: () => void) => queueMicrotask(run)
  const storeOf = (mode: string) => ({
    put: (value: unknown, key: string) => {
      if (mode !== 'readwrite') throw new Error('the transaction is read-only')
      disk.set(key, value)
      return { result: key }
    },
    get: (key: string) => ({ result: disk.get(key) }),
    clear: () => {
      if (mode !== 'readwrite') throw new Error('the transaction is read-only')
      disk.clear()
      return { result: undefined }
    },
  })
  const stores = new Set<string>()
  const closed = vi.fn()
  const database = {
    createObjectStore: (name: string) => stores.add(name),
    close: closed,
    transaction(name: string, mode: string) {
      if (!stores.has(name)) throw new Error('there is no such store')
      const ears: (() => void)[] = []
      const made = {
        error: new Error('the disk is full'),
        objectStore: () => storeOf(mode),
        addEventListener: (_: string, ear: () => void) => ears.push(ear),
        oncomplete: () => {},
        onabort: () => {},
      }
      later(() => {
        if (state.isBroken) return made.onabort()
        made.oncomplete()
        for (const ear of ears) ear()
      })
      return made
    },
  }
  vi.stubGlobal('indexedDB', {
    open() {
      const opening = {
        result: database,
        error: null,
        onupgradeneeded: () => {},
        onerror: () => {},
        onsuccess: () => {},
      }
      later(() => {
        if (stores.size === 0) opening.onupgradeneeded()
        opening.onsuccess()
      })
      return opening
    },
  })
  return { disk, state, closed }
}
