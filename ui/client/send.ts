import type { Access, Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { PROOF_OF_WORK_HEADER, type ProofOfWork } from '@cuida/core/kit/proof-of-work.ts'
import { lazyModule } from '../lazy/lazy-module.ts'
import { CallFailed } from './call-failed.ts'
import { failureOf, newTraceId, withTimeout } from './exchange.ts'
import { readJson } from './files.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { buildRequest } from './request.ts'
import { deviceNow, updateServerClock } from './server-clock.ts'
import type { Session } from './session/session.ts'

export interface SendSettings {
  /** The app that sends the request. */
  app: 'patient' | 'desk'
  locale: () => string
  session: Session
  /** Origin of the API, if it differs from the page's. */
  base?: string
  /** On the web, refresh tokens are cookies; native shells store them themselves (product 3.3). */
  tokenMode?: 'cookie' | 'bearer'
  /** The page nonce of a native app, in place of the page's cookie: sent without a session, for look-ups. */
  page?: () => string | undefined
  /**
   * Called when the client starts a proof of work, which takes seconds on an old device, so that the screen can say
   * so.
   */
  onWork?: () => void
  /** Replaces the global `fetch`: pages are rendered without a network. */
  fetch?: typeof fetch | undefined
}

export interface SendOptions {
  /** Replaces the session's token: registration, recovery, second factor. A 401 to it does not end the session. */
  token?: string | undefined
  /** The session key of the caller's cart, for calls that mark what belongs to it. */
  sessionKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The request continues if the page closes before the reply, like a beacon but with an authorization header. */
  keepalive?: boolean | undefined
  /** The solution of the proof of work from a refusal; `send` sets it itself. */
  work?: string | undefined
}

/** A call without input takes no argument. */
type Arguments<C extends Call> =
  unknown extends Input<C>
    ? [input?: Record<string, never>, options?: SendOptions]
    : [input: Input<C>, options?: SendOptions]
export type Send = <C extends Call>(call: C, ...rest: Arguments<C>) => Promise<Reply<C>>

const worker = lazyModule(() => import('./proof-of-work.ts'))

/** Creates the function that sends every request. It throws `CallFailed` only, or the reason of an aborted signal. */
export function createSend(settings: SendSettings): Send {
  const { session, base = '' } = settings
  const remembered = createRemembered()
  const idempotencyKeys = createIdempotencyKeys()
  session.onChange((signedIn) => {
    if (signedIn) return
    remembered.clear()
    idempotencyKeys.clear()
  })
  return async function send<C extends Call>(call: C, ...[input, options = {}]: Arguments<C>): Promise<Reply<C>> {
    const again = (work: string) => send(call, ...([input, { ...options, work }] as Arguments<C>))
    return sendCall(call, input, options).catch(async (failure) => {
      // Decision 0176: a request that was refused with a proof of work is sent again with its solution.
      const proofOfWork = options.work === undefined ? proofOfWorkIn(failure) : undefined
      if (!proofOfWork) throw failure
      settings.onWork?.()
      const { solveProofOfWork } = await worker.load()
      return again(await solveProofOfWork(proofOfWork, options.signal))
    })
  }

  async function sendCall<C extends Call>(call: C, input: Arguments<C>[0], options: SendOptions): Promise<Reply<C>> {
    const ofSession = options.token || !usesSession(call.access) ? undefined : await session.token()
    const traceId = newTraceId()
    const { path, body } = buildRequest(call, input ?? {})
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
    const exchange = async (signal: AbortSignal) => {
      const askedAt = deviceNow()
      const response = await (settings.fetch ?? fetch)(`${base}/v1${path}`, { ...request, signal })
      updateServerClock(response.headers.get('date'), askedAt)
      if (response.status === 304 && known) return known.data as Reply<C>
      // Product 2.1: the first 401 to the session's own token ends the session.
      if (response.status === 401 && ofSession) session.refused(ofSession)
      if (!response.ok) throw await failureOf(response, traceId)
      return (await readReply(response, base, key, remembered)) as Reply<C>
    }
    return idempotencyKeys.run(call, `${path}\n${body}`, (idempotencyKey) => {
      if (idempotencyKey) headers[IDEMPOTENCY_KEY_HEADER] = idempotencyKey
      return withTimeout(options.signal, traceId, exchange)
    })
  }
}

function proofOfWorkIn(failure: unknown): ProofOfWork | undefined {
  const proofOfWork =
    failure instanceof CallFailed ? (failure.data.proofOfWork as Partial<ProofOfWork> | undefined) : undefined
  return proofOfWork?.challenge && proofOfWork.bits
    ? { challenge: proofOfWork.challenge, bits: proofOfWork.bits }
    : undefined
}

function usesSession(access: Access): boolean {
  const named = typeof access === 'string' ? [access] : access
  return named.some((one) => one === 'guest' || one === 'access' || one === 'staff')
}

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'

/** The headers of every request. */
export function headersOf(
  settings: SendSettings,
  call: Call,
  options: SendOptions,
  traceId: string,
): Record<string, string> {
  const sessionId = settings.session.id()
  const device = settings.session.device()
  const page = settings.page?.()
  return {
    accept: 'application/json',
    'x-app': settings.app,
    'x-locale': settings.locale(),
    'x-trace-id': traceId,
    'x-token-mode': settings.tokenMode ?? 'cookie',
    ...(sessionId ? { 'x-session-id': sessionId } : {}),
    ...(device ? { 'x-device': device } : {}),
    ...(page && call.access === 'public' ? { 'x-page': page } : {}),
    ...(options.work ? { [PROOF_OF_WORK_HEADER]: options.work } : {}),
    ...(call.sessionKey && options.sessionKey ? { 'x-cart-key': options.sessionKey } : {}),
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

interface Answer {
  etag: string
  data: unknown
}
interface Remembered {
  find(key: string): Answer | undefined
  keep(key: string, answer: Answer): void
  clear(): void
}

const LIMIT = 50

/** The last replies of polled queries. A 304 returns the same object, so that React does not render again. */
function createRemembered(): Remembered {
  const answers = new Map<string, Answer>()
  return {
    find: (key) => answers.get(key),
    keep(key, answer) {
      answers.delete(key)
      answers.set(key, answer)
      for (const oldest of answers.keys()) {
        if (answers.size <= LIMIT) break
        answers.delete(oldest)
      }
    },
    clear: () => answers.clear(),
  }
}
