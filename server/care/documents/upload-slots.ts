/** A browser sends files one at a time; this allows two tabs, or a phone and a computer. */
const MAX_OF_ONE = 2
/** Each upload can hold 10 MB in memory. */
const MAX_IN_ALL = 12

export interface UploadSlots {
  /** Takes an upload slot for this person; undefined when none is free. Call the returned function to release it. */
  enter(key: string): (() => void) | undefined
}

/** Upload slots of one server process. A limit per person keeps slots free for others. */
export function createUploadSlots({ mostOfOne = MAX_OF_ONE, mostInAll = MAX_IN_ALL } = {}): UploadSlots {
  const counts = new Map<string, number>()
  let inAll = 0
  return {
    enter(key) {
      const own = counts.get(key) ?? 0
      if (own >= mostOfOne || inAll >= mostInAll) return undefined
      counts.set(key, own + 1)
      inAll++
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        inAll--
        const remaining = (counts.get(key) ?? 1) - 1
        if (remaining > 0) counts.set(key, remaining)
        else counts.delete(key)
      }
    },
  }
}
