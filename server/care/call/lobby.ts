/** Sockets at once that have not shown a ticket, in a process; of one source. */
const MOST = 500
export const MOST_PER_ADDRESS = 100

/** One of them. */
export interface Stranger {
  /** A ticket is being looked at: nobody takes this place from it meanwhile. */
  shows(): void
  /** It was no good. */
  failed(): void
  /** It has a seat, or is gone. */
  leaves(): void
}

interface Place {
  source: string
  isShowing: boolean
  cut(): void
}

export interface Lobby {
  /** Whether there is room for one more of this source; who has waited there longest without a word makes it. */
  makeRoom(source: string): boolean
  enter(source: string, cut: () => void): Stranger
}

/**
 * Where sockets wait until they show a ticket, apart from those that sit in calls. A page shows its own at once, so that
 * who holds many places to be in the way loses them first, one for one: the newest is never the one that must go.
 */
export function createLobby(most = MOST, mostOfSource = MOST_PER_ADDRESS): Lobby {
  // In the order of their coming.
  const places = new Set<Place>()
  const of = (source: string) => [...places].filter((place) => place.source === source)

  function giveUpOne(among: Place[]): boolean {
    const silent = among.find(({ isShowing }) => !isShowing)
    if (!silent) return false
    places.delete(silent)
    silent.cut()
    return true
  }
  return {
    makeRoom(source) {
      const own = of(source)
      if (own.length >= mostOfSource) return giveUpOne(own)
      return places.size < most || giveUpOne(of(largestOf(places)))
    },
    enter(source, cut) {
      const place: Place = { source, cut, isShowing: false }
      places.add(place)
      return {
        shows() {
          place.isShowing = true
        },
        failed() {
          place.isShowing = false
        },
        leaves() {
          places.delete(place)
        },
      }
    },
  }
}

function largestOf(places: ReadonlySet<Place>): string {
  const counts = new Map<string, number>()
  for (const { source } of places) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const)[0]
}
