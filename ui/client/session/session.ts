import { isFinalRefusal } from '../call-failed.ts'
import { failureOf, newTraceId, withTimeout } from '../exchange.ts'
import { deviceNow, updateServerClock } from '../server-clock.ts'
import type { TokenStorage } from './storage.ts'
import { type HeldToken, joinTabs, type SignedOutReason } from './tabs.ts'

/**
 * The reply of every sign-in and refresh. On the web `refreshToken` is a handle that is useless without the HttpOnly
 * cookie.
 */
export interface SignedInReply {
  accessToken: string
  refreshToken: string
  sessionId: string
  /** The id of this device, for native apps, which hold their tokens themselves. */
  deviceKey?: string | undefined
}

export interface SessionSettings {
  storage: TokenStorage
  app: 'patient' | 'desk'
  locale: () => string
  /** The path of the refresh call, such as `/v1/auth/refresh`. */
  refreshUrl: string
  tokenMode?: 'cookie' | 'bearer'
  now?: () => number
  /** How long the server keeps an unused session, in ms; without it only the server ends a session. */
  lengthMs?: () => number
  /** An id of this tab that survives a reload. */
  tab?: string
}

/** `elsewhere`: the change happened in another tab. */
type Listener = (signedIn: boolean, reason?: SignedOutReason, elsewhere?: true) => void

export interface Session {
  /** The access token, refreshed within a minute of its expiry; undefined when signed out. */
  token(): Promise<string | undefined>
  /** Whether a user is signed in, as far as this device knows. */
  isSignedIn(): boolean
  id(): string | undefined
  /** The device id that the server assigned at the first sign-in; it outlives sessions. */
  device(): string | undefined
  signIn(reply: SignedInReply): void
  /** Clears the session in all tabs; the app itself calls the server to end it. */
  signOut(reason?: SignedOutReason): void
  /** The server rejected this token (401). */
  refused(token: string): void
  /** Called on every sign-in and sign-out, including those in other tabs. */
  onChange(listener: Listener): () => void
  close(): void
}

interface Marker {
  sessionId: string
  expiresAt: number
  /** The tab that holds the token. */
  tab: string
}

const MARGIN_MS = 60_000
/** How long a 401 waits for a message from another tab: a sign-out there must not show as an expired session here. */
const NOTE_MS = 100

/**
 * One user's session across all tabs (product 3.3). Only a marker and a handle are stored; access tokens live in
 * memory. Storage keys are the specification's (`token`, `refreshToken`, `sessionId`); the desk has its own.
 */
export function createSession(settings: SessionSettings): Session {
  const { storage, now = deviceNow, tab = tabName() } = settings
  const keyOf = (name: string) => (settings.app === 'desk' ? `desk.${name}` : name)
  const listeners = new Set<Listener>()
  let held: HeldToken | undefined
  let refreshing: Promise<string> | undefined
  /** The id of the session that ended last, as far as this tab knows. */
  let ended: string | undefined

  const isFresh = (at: number) => at - now() > MARGIN_MS
  const fresh = () => (held && isFresh(held.expiresAt) ? held : undefined)
  const marker = () => readMarker(storage.get(keyOf('token')))
  const announce: Listener = (...change) => listeners.forEach((listener) => void listener(...change))

  const tabs = joinTabs(`cuida-${settings.app}`, {
    fresh,
    onToken(newToken) {
      const changed = held?.sessionId !== newToken.sessionId
      if (!held || changed || newToken.expiresAt > held.expiresAt) held = newToken
      if (changed) announce(true)
    },
    onOut(sessionId, reason) {
      if (held && held.sessionId !== sessionId) return
      // A late 401 for a session that has already ended is not shown.
      if (ended === sessionId && reason !== 'left') return
      ended = sessionId
      // The other tab has cleared the storage, but its message can arrive before the storage is in sync.
      if (marker()?.sessionId === sessionId) forgetKeys()
      held = undefined
      announce(false, reason, true)
    },
  })

  function storeSession({ accessToken, refreshToken, sessionId, deviceKey }: SignedInReply): void {
    held = { accessToken, sessionId, expiresAt: now() + lifeOf(accessToken) }
    const mark: Marker = { sessionId, expiresAt: held.expiresAt, tab }
    storage.set(keyOf('token'), JSON.stringify(mark))
    storage.set(keyOf('refreshToken'), refreshToken)
    storage.set(keyOf('sessionId'), sessionId)
    if (deviceKey) storage.set(keyOf('device'), deviceKey)
    tabs.tell({ kind: 'token', held })
  }

  const forgetKeys = () => ['token', 'refreshToken', 'sessionId'].forEach((name) => void storage.remove(keyOf(name)))

  function forget(reason: SignedOutReason): void {
    const sessionId = marker()?.sessionId
    forgetKeys()
    held = undefined
    if (!sessionId) return
    ended = sessionId
    tabs.tell({ kind: 'out', sessionId, reason })
    announce(false, reason)
  }

  async function refresh(waited: boolean): Promise<string> {
    const mark = marker()
    // Another tab has or had a valid token: it is asked before the server.
    const elsewhere = waited || (mark && mark.tab !== tab && isFresh(mark.expiresAt))
    if (!fresh() && elsewhere) await tabs.ask()
    const known = fresh()
    if (known) return known.accessToken
    const handle = storage.get(keyOf('refreshToken')) ?? ''
    try {
      const reply = await askForToken(settings, handle, marker()?.sessionId)
      // After a sign-out during the refresh, the token is not stored; the caller only uses it to inform the server.
      if (marker()) storeSession(reply)
      return reply.accessToken
    } catch (error) {
      // Without a final refusal, the session is kept until the server would have ended it.
      const length = settings.lengthMs?.() ?? Number.POSITIVE_INFINITY
      const isOver = isFinalRefusal(error) || (mark !== undefined && now() > mark.expiresAt + length)
      if (isOver) await noteTime()
      // Skipped if another sign-in happened meanwhile: then only the old session ended.
      if (isOver && storage.get(keyOf('refreshToken')) === handle) forget('expired')
      throw error
    }
  }

  return {
    async token() {
      if (!marker()) return undefined
      const known = fresh()
      if (known) return known.accessToken
      refreshing ??= tabs.alone(refresh).finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    isSignedIn: () => marker() !== undefined,
    id: () => marker()?.sessionId,
    device: () => storage.get(keyOf('device')) ?? undefined,
    signIn(reply) {
      storeSession(reply)
      announce(true)
    },
    signOut: (reason = 'left') => forget(reason),
    refused: (token) => void noteTime().then(() => token === held?.accessToken && forget('expired')),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: tabs.close,
  }
}

const noteTime = () => new Promise((resolve) => setTimeout(resolve, NOTE_MS))

async function askForToken(
  { app, locale, refreshUrl, tokenMode = 'cookie' }: SessionSettings,
  handle: string,
  sessionId: string | undefined,
) {
  const traceId = newTraceId()
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${handle}`,
    'x-app': app,
    'x-locale': locale(),
    ...(sessionId ? { 'x-session-id': sessionId } : {}),
    'x-token-mode': tokenMode,
    'x-trace-id': traceId,
  }
  return withTimeout(undefined, traceId, async (signal): Promise<SignedInReply> => {
    const askedAt = deviceNow()
    const response = await fetch(refreshUrl, { headers, credentials: 'same-origin', cache: 'no-store', signal })
    updateServerClock(response.headers.get('date'), askedAt)
    if (!response.ok) throw await failureOf(response, traceId)
    return response.json()
  })
}

/** The lifetime of a token in ms, from its own two dates: the device's clock may be wrong by hours. */
function lifeOf(accessToken: string): number {
  const base64 = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const { exp, iat }: { exp: number; iat: number } = JSON.parse(atob(base64))
  return (exp - iat) * 1_000
}

function readMarker(text: string | null): Marker | undefined {
  try {
    const mark = JSON.parse(text ?? 'null')
    return typeof mark?.sessionId === 'string' && typeof mark.expiresAt === 'number' ? mark : undefined
  } catch {
    return undefined
  }
}

function tabName(): string {
  const fresh = newTraceId()
  try {
    const known = sessionStorage.getItem('tab')
    if (!known) sessionStorage.setItem('tab', fresh)
    return known ?? fresh
  } catch {
    return fresh
  }
}
