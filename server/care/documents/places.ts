/** A browser sends one file after the other; two of them, or a phone and a computer, may do so at once. */
const MOST_OF_ONE = 2
/** Each may be a file of 10 MB in memory. */
const MOST_IN_ALL = 12

export interface Places {
  /** A place for a file of theirs; undefined: there is none now. Call what is returned when done. */
  enter(who: string): (() => void) | undefined
}

/** Places for files on their way into one server. Nobody holds more than their share, so that others have theirs. */
export function createPlaces({ mostOfOne = MOST_OF_ONE, mostInAll = MOST_IN_ALL } = {}): Places {
  const taken = new Map<string, number>()
  let inAll = 0
  return {
    enter(who) {
      const own = taken.get(who) ?? 0
      if (own >= mostOfOne || inAll >= mostInAll) return undefined
      taken.set(who, own + 1)
      inAll++
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        inAll--
        const left = (taken.get(who) ?? 1) - 1
        if (left > 0) taken.set(who, left)
        else taken.delete(who)
      }
    },
  }
}
