import { CallFailed, OFFLINE } from './call-failed.ts'

/** A reply that takes longer counts as no network. */
const TIMEOUT_MS = 30_000

/** Any failure before the end of the body becomes OFFLINE; only the caller's own abort is rethrown. */
export async function withTimeout<T>(
  signal: AbortSignal | undefined,
  traceId: string,
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const either = new AbortController()
  const end = () => either.abort()
  const timer = setTimeout(end, TIMEOUT_MS)
  signal?.addEventListener('abort', end)
  try {
    return await exchange(either.signal)
  } catch (error) {
    if (error instanceof CallFailed) throw error
    signal?.throwIfAborted()
    throw new CallFailed(0, traceId, { code: OFFLINE })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

export async function failureOf(response: Response, traceId: string): Promise<CallFailed> {
  const data: unknown = await response.json().catch(() => null)
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  return new CallFailed(response.status, traceId, typeof data === 'object' && data ? { ...data } : {}, retryAfter)
}

/** 16 random bytes in hex; unlike `crypto.randomUUID`, also where a page is not secure. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The trace id of a request in the logs. */
export const newTraceId = randomHex
