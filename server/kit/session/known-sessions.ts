import type { Changes } from '../db/changes.ts'
import type { SessionCaller } from './caller.ts'

// Product 3.4: the database row is authoritative; it is cached for at most 5 s and dropped when any process ends the
// session.
const REMEMBER_MS = 5_000
const LIMIT = 50_000

interface Known {
  caller: SessionCaller
  until: number
  usedAt: number
}

export interface KnownSessions {
  /** The session's caller from the cache, synchronously; undefined means unknown. */
  find(sessionId: string): SessionCaller | undefined
  /** The session's caller from the database; undefined: the session is not open. */
  load(sessionId: string): Promise<SessionCaller | undefined>
  close(): void
}

/**
 * Caches sessions that were used in the last seconds and refreshes them together in one statement before they expire:
 * ten thousand polling clients cost two statements in five seconds, not ten thousand.
 */
export function rememberSessions(changes: Changes, load: (ids: string[]) => Promise<SessionCaller[]>): KnownSessions {
  const sessions = new Map<string, Known>()
  // A read that started before a session's end may return the session as open, so its result is not cached.
  const reads = new Set<{ ended: Set<string>; all: boolean }>()
  const stop = changes.onChange((topics) => {
    for (const topic of topics) {
      if (!topic.startsWith('session:')) continue
      const id = topic.slice('session:'.length)
      sessions.delete(id)
      for (const read of reads) read.ended.add(id)
    }
  })
  const stopGaps = changes.onGap(() => {
    sessions.clear()
    for (const read of reads) read.all = true
  })

  async function read(ids: string[]): Promise<SessionCaller[]> {
    const reading = { ended: new Set<string>(), all: false }
    const since = Date.now()
    const usedAt = new Map(ids.map((id) => [id, sessions.get(id)?.usedAt ?? since]))
    reads.add(reading)
    try {
      const callers = await load(ids)
      for (const id of ids) sessions.delete(id)
      if (sessions.size >= LIMIT) sessions.clear()
      for (const caller of callers) {
        const { sessionId: id } = caller
        if (reading.all || reading.ended.has(id)) continue
        sessions.set(id, { caller, until: since + REMEMBER_MS, usedAt: usedAt.get(id) ?? since })
      }
      return callers
    } finally {
      reads.delete(reading)
    }
  }

  const again = setInterval(() => {
    const recent = Date.now() - REMEMBER_MS
    const ids: string[] = []
    for (const [id, { usedAt }] of sessions) usedAt > recent ? ids.push(id) : sessions.delete(id)
    if (ids.length > 0) read(ids).catch(() => {})
  }, REMEMBER_MS / 2)
  again.unref()

  // Concurrent look-ups, as after a restart, share one statement.
  let gathering: { ids: Set<string>; read: Promise<Map<string, SessionCaller>> } | undefined
  function gather() {
    const ids = new Set<string>()
    const turn = new Promise((resolve) => setImmediate(resolve))
    return {
      ids,
      read: turn.then(async () => {
        gathering = undefined
        return new Map((await read([...ids])).map((caller) => [caller.sessionId, caller]))
      }),
    }
  }

  return {
    find(sessionId) {
      const known = sessions.get(sessionId)
      const now = Date.now()
      if (!known || known.until <= now || !changes.live) return undefined
      known.usedAt = now
      return known.caller
    },
    async load(sessionId) {
      gathering ??= gather()
      gathering.ids.add(sessionId)
      return (await gathering.read).get(sessionId)
    },
    close() {
      clearInterval(again)
      stop()
      stopGaps()
    },
  }
}
