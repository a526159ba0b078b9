import { isFinalRefusal } from '../call-failed.ts'
import { failureOf, inTime, newTraceId } from '../exchange.ts'
import { deviceNow, hearClock } from '../server-clock.ts'
import type { TokenStorage } from './storage.ts'
import { type Held, joinTabs, type SignedOutReason } from './tabs.ts'

/** Reply of every sign-in and refresh. On the web `refreshToken` is a handle, useless without the HttpOnly cookie. */
export interface SignedInReply {
  accessToken: string
  refreshToken: string
  sessionId: string
  /** The name of this device, for apps that hold their tokens themselves. */
  deviceKey?: string | undefined
}

export interface SessionSettings {
  storage: TokenStorage
  app: 'patient' | 'desk'
  locale: () => string
  /** Address of the call that refreshes, such as `/v1/auth/refresh`. */
  refreshUrl: string
  tokenMode?: 'cookie' | 'bearer'
  now?: () => number
  /** How long the server keeps a session that it does not hear of, in milliseconds; without it only the server ends one. */
  lengthMs?: () => number
  /** Name of this tab, the same after a reload. */
  tab?: string
}

/** `elsewhere`: another tab did it. */
type Listener = (signedIn: boolean, reason?: SignedOutReason, elsewhere?: true) => void

export interface Session {
  /** The access token, refreshed when it is within a minute of its end. undefined when nobody is signed in. */
  token(): Promise<string | undefined>
  /** Whether somebody is signed in, as far as this device knows. */
  isSignedIn(): boolean
  id(): string | undefined
  /** What the server knows this device by since its first sign-in; it stays when a session ends. */
  device(): string | undefined
  signIn(reply: SignedInReply): void
  /** Forgets the session here and in the other tabs; the call that ends it at the server is the app's. */
  signOut(reason?: SignedOutReason): void
  /** The server does not accept this token any more (401). */
  refused(token: string): void
  /** Hears of every sign-in and sign-out, other tabs' included. */
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
/** How long a refusal waits for the note of another tab: whose person left there has not expired here. */
const NOTE_MS = 100

/**
 * One person's session over all tabs (product 3.3). Only a marker and a handle are stored; access tokens live in
 * memory. Keys are the specification's (`token`, `refreshToken`, `sessionId`), the desk's under its own name.
 */
export function createSession(settings: SessionSettings): Session {
  const { storage, now = deviceNow, tab = tabName() } = settings
  const keyOf = (name: string) => (settings.app === 'desk' ? `desk.${name}` : name)
  const listeners = new Set<Listener>()
  let held: Held | undefined
  let refreshing: Promise<string> | undefined
  /** The session that ended last, as far as this tab knows. */
  let ended: string | undefined

  const isFresh = (at: number) => at - now() > MARGIN_MS
  const fresh = () => (held && isFresh(held.expiresAt) ? held : undefined)
  const marker = () => readMarker(storage.get(keyOf('token')))
  const announce: Listener = (...change) => listeners.forEach((listener) => void listener(...change))

  const tabs = joinTabs(`cuida-${settings.app}`, {
    fresh,
    onToken(given) {
      const changed = held?.sessionId !== given.sessionId
      if (!held || changed || given.expiresAt > held.expiresAt) held = given
      if (changed) announce(true)
    },
    onOut(sessionId, reason) {
      if (held && held.sessionId !== sessionId) return
      // What the server says of a session that has ended here shows nothing.
      if (ended === sessionId && reason !== 'left') return
      ended = sessionId
      // The other tab has done this already; but notes reach a process before its storage does.
      if (marker()?.sessionId === sessionId) forgetKeys()
      held = undefined
      announce(false, reason, true)
    },
  })

  function keep({ accessToken, refreshToken, sessionId, deviceKey }: SignedInReply): void {
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
    // Another tab has, or just had, a good token: it is asked before the server is.
    const elsewhere = waited || (mark && mark.tab !== tab && isFresh(mark.expiresAt))
    if (!fresh() && elsewhere) await tabs.ask()
    const known = fresh()
    if (known) return known.accessToken
    const handle = storage.get(keyOf('refreshToken')) ?? ''
    try {
      const reply = await askForToken(settings, handle, marker()?.sessionId)
      // Who signed out meanwhile stays out, here at least: the token serves to tell the server, too.
      if (marker()) keep(reply)
      return reply.accessToken
    } catch (error) {
      // No answer, or none for now: the session is kept until the server has ended it by itself.
      const length = settings.lengthMs?.() ?? Number.POSITIVE_INFINITY
      const isOver = isFinalRefusal(error) || (mark !== undefined && now() > mark.expiresAt + length)
      if (isOver) await noteTime()
      // Not if somebody signed in meanwhile: then it was the old session that ended.
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
      keep(reply)
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
  return inTime(undefined, traceId, async (signal): Promise<SignedInReply> => {
    const askedAt = deviceNow()
    const response = await fetch(refreshUrl, { headers, credentials: 'same-origin', cache: 'no-store', signal })
    hearClock(response.headers.get('date'), askedAt)
    if (!response.ok) throw await failureOf(response, traceId)
    return response.json()
  })
}

/** Milliseconds that a token lives, by its own two dates: this device's clock may be wrong by hours. */
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
