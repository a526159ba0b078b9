import { randomUUID } from 'node:crypto'
import type { Db, Sql } from './db.ts'

const CHANNEL = 'cuida_changes'
// Topics in one notification, whose payload holds at most 8,000 bytes; a topic has about 50.
const AT_ONCE = 100

/**
 * Notifies every process of changed topics: `order:<id>`, `patient:<id>`, `session:<id>`, `queue`, `questions`,
 * `staff:<id>`, `call:<consultation>`, `clinician:<id>` (free slots). Sent in the transaction of the change, so it
 * arrives when the change is visible.
 */
export async function notifyChanged(sql: Sql, topics: string[]): Promise<void> {
  for (let at = 0; at < topics.length; at += AT_ONCE)
    await sql`select pg_notify(${CHANNEL}, ${topics.slice(at, at + AT_ONCE).join(' ')})`
}

/** SQL expression that notifies once for each row of the surrounding statement; `topics` are separated by spaces. */
export const notifySql = (sql: Sql, topics: ReturnType<Sql>) => sql`pg_notify(${CHANNEL}, ${topics})`

export type ChangeListener = (topics: string[]) => void

export interface Changes {
  /** False while the connection is lost: cached answers must not be served then. */
  readonly live: boolean
  onChange(listener: ChangeListener): () => void
  /** Called after a lost connection is restored: everything cached may be stale. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

/** Listens on a dedicated connection, which postgres.js restores by itself. */
export async function listenForChanges(db: Db): Promise<Changes> {
  const listeners = new Set<ChangeListener>()
  const gaps = new Set<() => void>()
  let lastHeartbeatAt = Date.now()
  let started = false
  const heartbeat = `beat:${randomUUID()}`
  const subscription = await db.listen(
    CHANNEL,
    (payload) => {
      lastHeartbeatAt = Date.now()
      if (payload === heartbeat) return
      for (const listener of listeners) listener(payload.split(' '))
    },
    () => {
      lastHeartbeatAt = Date.now()
      if (started) for (const gap of gaps) gap()
      started = true
    },
  )
  // A half-open connection delivers nothing and reports no error, so the process sends itself a heartbeat that must
  // arrive.
  const timer = setInterval(() => void notifyChanged(db, [heartbeat]).catch(() => {}), 2_000)
  timer.unref()
  return {
    get live() {
      return Date.now() - lastHeartbeatAt < 6_000
    },
    onChange: (listener) => subscribe(listeners, listener),
    onGap: (listener) => subscribe(gaps, listener),
    async close() {
      clearInterval(timer)
      await subscription.unlisten().catch(() => {})
    },
  }
}

function subscribe<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => set.delete(item)
}
