import type { Access, Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { failureOf, inTime, newTraceId } from './exchange.ts'
import { readJson } from './files.ts'
import { createRemembered, type Remembered } from './remembered.ts'
import { shape } from './request.ts'
import { hearClock } from './server-clock.ts'
import type { Session } from './session.ts'

export interface SendSettings {
  /** `patient` or `desk`: who asks. */
  app: 'patient' | 'desk'
  locale: () => string
  session: Session
  /** Origin of the API when it is not the page's. */
  base?: string
  /** On the web refresh tokens are cookies; native shells keep them themselves (decisions §4). */
  tokenMode?: 'cookie' | 'bearer'
}

export interface SendOptions {
  /** Sent instead of the session's token: registration, recovery, second factor. A 401 to it ends no session. */
  token?: string | undefined
  /** Two calls with the same key do the thing once. */
  idempotencyKey?: string | undefined
  /** Key of the caller's own cart, for calls that mark what is the caller's. */
  cartKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The page may close before the answer comes: the request goes on. A beacon, but one that can say who sends it. */
  keepalive?: boolean | undefined
}

/** A call without input needs none. */
type Arguments<C extends Call> =
  unknown extends Input<C>
    ? [input?: Record<string, never>, options?: SendOptions]
    : [input: Input<C>, options?: SendOptions]
export type Send = <C extends Call>(call: C, ...rest: Arguments<C>) => Promise<Reply<C>>

/** Makes the one function that every request goes through. Throws only `CallFailed`, or what aborted its signal. */
export function createSend(settings: SendSettings): Send {
  const { session, base = '' } = settings
  const remembered = createRemembered()
  session.onChange((signedIn) => !signedIn && remembered.clear())
  return async function send<C extends Call>(call: C, ...[input, options = {}]: Arguments<C>): Promise<Reply<C>> {
    const ofSession = options.token || !usesSession(call.access) ? undefined : await session.token()
    const traceId = newTraceId()
    const { path, body } = shape(call, input ?? {})
    const key = call.polled ? `${session.id()} ${settings.locale()} ${path}` : undefined
    const known = key ? remembered.find(key) : undefined
    const headers = headersOf(settings, call, options, traceId)
    const token = options.token ?? ofSession
    if (token) headers.authorization = `Bearer ${token}`
    if (body) headers['content-type'] = 'application/json'
    if (known) headers['if-none-match'] = known.etag
    const request: RequestInit = { method: call.method, headers, cache: 'no-store', credentials: 'same-origin' }
    if (body) request.body = body
    if (options.keepalive) request.keepalive = true
    return inTime(options.signal, traceId, async (signal) => {
      const response = await fetch(`${base}/v1${path}`, { ...request, signal })
      hearClock(response.headers.get('date'))
      if (response.status === 304 && known) return known.data as Reply<C>
      // Decisions §3: 401 means one thing, so the first one to the session's own token ends it.
      if (response.status === 401 && ofSession) session.refused(ofSession)
      if (!response.ok) throw await failureOf(response, traceId)
      return (await readReply(response, base, key, remembered)) as Reply<C>
    })
  }
}

function usesSession(access: Access): boolean {
  const named = typeof access === 'string' ? [access] : access
  return named.some((one) => one === 'guest' || one === 'access' || one === 'staff')
}

/** What every request says of itself, whoever sends it. */
export function headersOf(
  settings: SendSettings,
  call: Call,
  options: SendOptions,
  traceId: string,
): Record<string, string> {
  const sessionId = settings.session.id()
  return {
    accept: 'application/json',
    'x-app': settings.app,
    'x-locale': settings.locale(),
    'x-trace-id': traceId,
    'x-token-mode': settings.tokenMode ?? 'cookie',
    ...(sessionId ? { 'x-session-id': sessionId } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    ...(call.cartKey && options.cartKey ? { 'x-cart-key': options.cartKey } : {}),
  }
}

async function readReply(
  response: Response,
  base: string,
  key: string | undefined,
  remembered: Remembered,
): Promise<unknown> {
  if (response.status === 204) return null
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/pdf') || type.startsWith('image/')) return response.blob()
  if (!type.includes('json')) return response.text()
  const data = await readJson(response, base)
  const etag = response.headers.get('etag')
  if (key && etag) remembered.keep(key, { etag, data })
  return data
}
