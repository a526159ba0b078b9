/** So many places each: of a session, of a source. Counted in this process. */
export interface Places {
  /** One more of theirs; undefined: they have them all. What it returns gives the place back, once. */
  take(who: string): (() => void) | undefined
}

export function createPlaces(most: number): Places {
  const taken = new Map<string, number>()
  return {
    take(who) {
      const count = (taken.get(who) ?? 0) + 1
      if (count > most) return undefined
      taken.set(who, count)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (taken.get(who) ?? 1) - 1
        if (left > 0) taken.set(who, left)
        else taken.delete(who)
      }
    },
  }
}
