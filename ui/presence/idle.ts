import { deviceNow } from '../client/server-clock.ts'
import type { TokenStorage } from '../client/session/storage.ts'
import { CALL_ONGOING, type Sign } from './signs.ts'

/** `away`: nobody seen for a while, the warning is on. `gone`: the session ends; there is no way back from it. */
export type Presence = 'here' | 'away' | 'gone'

export interface IdleSettings {
  /** What another session's tabs have seen says nothing about this one. */
  sessionId: string
  /** From the last sign to the warning, and from the warning to the end; milliseconds. */
  idleMs: number
  warningMs: number
  storage: TokenStorage
  now?: () => number
}

export interface Idle {
  /** Somebody did something. During the warning only a call counts: a cat on the keyboard is no answer. */
  see(sign: Sign): void
  /** Somebody asked to stay. */
  stay(): void
  /** Where things stand now, by the clock on the wall: timers stand still while a laptop sleeps. */
  check(): Presence
  /** When the session ends unless somebody is seen; milliseconds of `deviceNow()`. */
  endsAt(): number
  onChange(listener: (presence: Presence) => void): () => void
  close(): void
}

interface Note {
  sessionId: string
  at: number
}

const KEY = 'seen'
/** Signs come by the hundred; the other tabs are told once a second. */
const SHARE_MS = 1_000

/**
 * Whether somebody is there, for all tabs of one session. Each keeps the time of the last sign; tabs tell each other, and
 * before a tab believes that nobody is there it reads what the others have stored: a frozen tab gets its messages late.
 */
export function createIdle({ sessionId, idleMs, warningMs, storage, now = deviceNow }: IdleSettings): Idle {
  const listeners = new Set<(presence: Presence) => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('cuida-presence')
  let presence: Presence = 'here'
  let seen = stored() ?? now()
  let shared = Number.NEGATIVE_INFINITY

  function stored(): number | undefined {
    const [whose, at] = (storage.get(KEY) ?? '').split(' ')
    return whose === sessionId && Number(at) <= now() ? Number(at) : undefined
  }

  function learn(at: number): void {
    if (at > seen && at <= now()) seen = at
  }

  function check(): Presence {
    if (presence === 'gone') return presence
    const time = now()
    if (time - seen >= idleMs) learn(stored() ?? 0)
    // Somebody put the clock back: times of before it lie in the future, and nobody was seen there.
    seen = Math.min(seen, time)
    const quiet = time - seen
    become(quiet >= idleMs + warningMs ? 'gone' : quiet >= idleMs ? 'away' : 'here')
    return presence
  }

  function become(next: Presence): void {
    if (next === presence) return
    presence = next
    for (const listener of listeners) listener(next)
  }

  function touch(): void {
    seen = now()
    if (Math.abs(seen - shared) >= SHARE_MS || presence !== 'here') {
      shared = seen
      storage.set(KEY, `${sessionId} ${seen}`)
      channel?.postMessage({ sessionId, at: seen } satisfies Note)
    }
    check()
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Note>) => {
      if (data.sessionId !== sessionId) return
      learn(data.at)
      check()
    }
  }
  // Whoever opens or reloads a page is there; whoever comes back to one that was left too long ago is too late.
  if (check() !== 'gone') touch()

  return {
    see(sign) {
      // Looked at first: the mouse move that wakes a laptop must not hide how long nobody was there.
      const before = check()
      if (before === 'here' || (before === 'away' && sign === CALL_ONGOING)) touch()
    },
    stay: () => void (check() !== 'gone' && touch()),
    check,
    endsAt: () => seen + idleMs + warningMs,
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
