/** The tokens of one tab, in memory only. */
export interface HeldToken {
  accessToken: string
  sessionId: string
  /** In ms of the device's clock. */
  expiresAt: number
}
type Note =
  | { kind: 'ask' }
  | { kind: 'token'; held: HeldToken }
  | { kind: 'out'; sessionId: string; reason: SignedOutReason }
/** `expired`: the server ended the session. `left`: the user signed out. `idle`: the user was inactive. */
export type SignedOutReason = 'expired' | 'left' | 'idle'

interface TabEvents {
  /** The token that this tab can give to another. */
  fresh: () => HeldToken | undefined
  onToken: (held: HeldToken) => void
  onOut: (sessionId: string, reason: SignedOutReason) => void
}
export interface Tabs {
  tell(note: Note): void
  /** Asks the other tabs for a token; resolves when one arrives, or after a timeout. */
  ask(): Promise<void>
  /** Runs work while no other tab runs it. `waited`: another tab ran it just before. */
  alone<T>(work: (waited: boolean) => Promise<T>): Promise<T>
  close(): void
}

/** Messages arrive in a few milliseconds, even in hidden tabs. */
const ANSWER_MS = 200

/** Connects the tabs of one user: a BroadcastChannel for messages, and a Web Lock. */
export function joinTabs(name: string, { fresh, onToken, onOut }: TabEvents): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const waiting = new Set<() => void>()
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Note>) => {
      if (data.kind === 'out') return onOut(data.sessionId, data.reason)
      if (data.kind === 'token') {
        onToken(data.held)
        for (const done of waiting) done()
        return
      }
      const held = fresh()
      if (held) channel.postMessage({ kind: 'token', held } satisfies Note)
    }
  }
  return {
    tell: (note) => channel?.postMessage(note),
    ask: () =>
      new Promise((resolve) => {
        if (!channel) return resolve()
        const done = () => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ANSWER_MS)
        waiting.add(done)
        channel.postMessage({ kind: 'ask' } satisfies Note)
      }),
    alone: (work) => alone(name, work),
    close: () => channel?.close(),
  }
}

async function alone<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  // Old browsers have no Web Locks: the server accepts the previous refresh token for another 10 s (product 3.2).
  if (!locks) return work(false)
  const first = await locks.request(name, { ifAvailable: true }, async (lock) => lock && { value: await work(false) })
  return first ? first.value : locks.request(name, () => work(true))
}
