/** Keeps what was asked for last, up to so many entries and so much weight. */
export function createLru<V>({
  entries,
  weight,
  weigh,
}: {
  entries: number
  weight: number
  weigh: (value: V) => number
}) {
  // A Map remembers the order in which keys were put: the first is the one that was used longest ago.
  const kept = new Map<string, V>()
  let total = 0
  // What is popular is asked for again and again: it need not be moved to where it already is.
  let newest: string | undefined
  function drop(key: string): void {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    total -= weigh(value)
  }
  return {
    get(key: string): V | undefined {
      const value = kept.get(key)
      if (value === undefined || key === newest) return value
      kept.delete(key)
      kept.set(key, value)
      newest = key
      return value
    },
    set(key: string, value: V): void {
      drop(key)
      kept.set(key, value)
      newest = key
      total += weigh(value)
      for (const oldest of kept.keys()) {
        if (kept.size <= entries && total <= weight) break
        drop(oldest)
      }
    },
    get size(): number {
      return kept.size
    },
  }
}
