const FRESH_MS = 30_000
/** After a failure the old value is good for this long before the service is asked again. */
const RETRY_MS = 5_000

interface Kept {
  value: Promise<unknown>
  until: number
}

/**
 * Remembers what was read for 30 s; callers at the same time share one reading. When a new reading fails the old value
 * stays, however old: content that was right a minute ago serves a patient better than an error.
 */
export function createFresh(now: () => number) {
  const kept = new Map<string, Kept>()

  return function fresh<V>(key: string, read: () => Promise<V>): Promise<V> {
    const known = kept.get(key)
    if (known && now() < known.until) return known.value as Promise<V>
    const value = read().catch((error: unknown) => {
      if (!known) {
        kept.delete(key)
        throw error
      }
      kept.set(key, { ...known, until: now() + RETRY_MS })
      return known.value as Promise<V>
    })
    kept.set(key, { value, until: now() + FRESH_MS })
    return value
  }
}
