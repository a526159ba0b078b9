import type { Changes } from '../db/changes.ts'

/** Often enough that whoever waits hears within a second. */
const LOOK_MS = 500
// Product 3.4: the row is the truth, believed for at most 5 s, also where nobody said that it ended.
const BELIEVE_MS = 5_000

export interface SessionWatch {
  /** Calls `ended` once, within a second of the session's end: signed out, blocked, idle, in whatever process. */
  watch(sessionId: string, ended: () => void): () => void
  close(): void
}

/** Of these sessions the open ones, and for how many milliseconds they are if nothing happens. */
export type OpenFor = (sessionIds: string[]) => Promise<ReadonlyMap<string, number>>

interface Watched {
  ends: Set<() => void>
  lookAt: number
}

/** Streams and sockets outlive the request that opened them; nothing that outlives its session may go on. */
export function watchSessions(changes: Changes, openFor: OpenFor): SessionWatch {
  const sessions = new Map<string, Watched>()
  const end = (id: string) => {
    const { ends } = sessions.get(id) ?? {}
    sessions.delete(id)
    for (const ended of ends ?? []) ended()
  }
  const stops = [
    changes.onChange((topics) => {
      for (const topic of topics) if (topic.startsWith('session:')) end(topic.slice('session:'.length))
    }),
    changes.onGap(() => {
      for (const session of sessions.values()) session.lookAt = 0
    }),
  ]

  async function look(): Promise<void> {
    const since = Date.now()
    const due = [...sessions].filter(([_, { lookAt }]) => lookAt <= since || !changes.live).map(([id]) => id)
    if (due.length === 0) return
    const open = await openFor(due)
    for (const id of due) {
      const session = sessions.get(id)
      const left = open.get(id)
      if (session && left !== undefined) session.lookAt = since + Math.min(left, BELIEVE_MS)
      else end(id)
    }
  }
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    // A database that is away ends nobody; it is asked again in a moment.
    await look().catch(() => {})
    looking = false
  }, LOOK_MS)
  timer.unref()

  return {
    watch(sessionId, ended) {
      const watched = sessions.get(sessionId) ?? { ends: new Set(), lookAt: 0 }
      sessions.set(sessionId, watched)
      watched.ends.add(ended)
      return () => {
        watched.ends.delete(ended)
        if (watched.ends.size === 0 && sessions.get(sessionId) === watched) sessions.delete(sessionId)
      }
    },
    close() {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
