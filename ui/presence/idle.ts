import { deviceNow } from '../client/server-clock.ts'
import type { TokenStorage } from '../client/session/storage.ts'
import { type ActivityEvent, CALL_ONGOING } from './activity-events.ts'

/**
 * `away`: no activity for a while, the warning shows. `gone`: the session ends, and activity does not bring it back.
 */
export type Presence = 'here' | 'away' | 'gone'

export interface IdleSettings {
  /** Activity in tabs of another session does not count. */
  sessionId: string
  /** From the last activity to the warning, and from the warning to the end, in ms. */
  idleMs: number
  warningMs: number
  storage: TokenStorage
  now?: () => number
}

export interface Idle {
  /** Records activity. During the warning only a call counts: an accidental key press is no answer. */
  see(sign: ActivityEvent): void
  /** The user chose to stay signed in. */
  stay(): void
  /** The current state by the wall clock: timers stop while a laptop sleeps. */
  check(): Presence
  /** When the session ends without further activity, in ms of `deviceNow()`. */
  endsAt(): number
  onChange(listener: (presence: Presence) => void): () => void
  close(): void
}

interface Note {
  sessionId: string
  at: number
}

const KEY = 'seen'
/** Activity events are frequent; the other tabs are informed at most once a second. */
const SHARE_MS = 1_000

/**
 * User activity across the tabs of one session. Each tab keeps the time of the last activity and tells the others.
 * Before a tab reports inactivity it reads the stored time, as a frozen tab receives messages late.
 */
export function createIdle({ sessionId, idleMs, warningMs, storage, now = deviceNow }: IdleSettings): Idle {
  const listeners = new Set<(presence: Presence) => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('cuida-presence')
  let presence: Presence = 'here'
  let lastActiveAt = stored() ?? now()
  let shared = Number.NEGATIVE_INFINITY

  function stored(): number | undefined {
    const [storedSessionId, at] = (storage.get(KEY) ?? '').split(' ')
    return storedSessionId === sessionId && Number(at) <= now() ? Number(at) : undefined
  }

  function recordActivity(at: number): void {
    if (at > lastActiveAt && at <= now()) lastActiveAt = at
  }

  function check(): Presence {
    if (presence === 'gone') return presence
    const time = now()
    if (time - lastActiveAt >= idleMs) recordActivity(stored() ?? 0)
    // After the clock was set back, earlier times lie in the future and must not count.
    lastActiveAt = Math.min(lastActiveAt, time)
    const quiet = time - lastActiveAt
    become(quiet >= idleMs + warningMs ? 'gone' : quiet >= idleMs ? 'away' : 'here')
    return presence
  }

  function become(next: Presence): void {
    if (next === presence) return
    presence = next
    for (const listener of listeners) listener(next)
  }

  function touch(): void {
    lastActiveAt = now()
    if (Math.abs(lastActiveAt - shared) >= SHARE_MS || presence !== 'here') {
      shared = lastActiveAt
      storage.set(KEY, `${sessionId} ${lastActiveAt}`)
      channel?.postMessage({ sessionId, at: lastActiveAt } satisfies Note)
    }
    check()
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Note>) => {
      if (data.sessionId !== sessionId) return
      recordActivity(data.at)
      check()
    }
  }
  // Opening or reloading a page counts as activity, unless the session was inactive for too long.
  if (check() !== 'gone') touch()

  return {
    see(sign) {
      // Checked first: the mouse move that wakes a laptop must not hide the time of inactivity.
      const before = check()
      if (before === 'here' || (before === 'away' && sign === CALL_ONGOING)) touch()
    },
    stay: () => void (check() !== 'gone' && touch()),
    check,
    endsAt: () => lastActiveAt + idleMs + warningMs,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      listeners.clear()
      channel?.close()
    },
  }
}
