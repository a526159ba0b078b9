import type { Changes } from '../db/changes.ts'

/** Milliseconds between checks, so that an end is noticed within a second. */
const LOOK_MS = 500
// Product 3.4: the database row is authoritative; it is believed for at most 5 s, even without a notification of the
// end.
const BELIEVE_MS = 5_000

export interface SessionWatch {
  /** Calls `ended` once, within a second of the session's end in any process: signed out, blocked or idle. */
  watch(sessionId: string, ended: () => void): () => void
  close(): void
}

/** Returns the open ones of these sessions, with the milliseconds until each expires. */
export type FindOpenSessions = (sessionIds: string[]) => Promise<ReadonlyMap<string, number>>

interface Watched {
  ends: Set<() => void>
  lookAt: number
}

/** Ends streams and sockets, which outlive their request, together with their session. */
export function watchSessions(changes: Changes, openFor: FindOpenSessions): SessionWatch {
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

  async function checkSessions(): Promise<void> {
    const since = Date.now()
    const due = [...sessions].filter(([_, { lookAt }]) => lookAt <= since || !changes.live).map(([id]) => id)
    if (due.length === 0) return
    const open = await openFor(due)
    for (const id of due) {
      const session = sessions.get(id)
      const remainingMs = open.get(id)
      if (session && remainingMs !== undefined) session.lookAt = since + Math.min(remainingMs, BELIEVE_MS)
      else end(id)
    }
  }
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    // An unreachable database ends no session; the check repeats.
    await checkSessions().catch(() => {})
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
