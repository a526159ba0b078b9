import { ContentUnavailableError } from '../problems.ts'

export interface RemoteResponse {
  status: number
  headers: Headers
  /** The whole body; throws when it is too large, too late or truncated. */
  whole(atMost: number): Promise<Buffer>
  /** The body in chunks, as fast as the consumer takes them. */
  pieces(): AsyncGenerator<Uint8Array>
  /** Aborts the response. */
  leave(): void
}

/** The subset of `fetch` that is used. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'manual'; signal: AbortSignal; body?: string },
) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

interface Asked {
  method: string
  headers: Record<string, string>
  timeoutMs: number
  /** The fetch to use for an origin that the operator has not configured. */
  by?: Fetch
  /** Aborts the request. */
  over?: AbortSignal | undefined
}
type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * A request that does not follow redirects. A service that is silent for `timeoutMs` counts as down, and a whole
 * body must arrive within the same time.
 */
export async function requestRemote(
  url: string,
  { timeoutMs, over, by = fetch, ...init }: Asked,
): Promise<RemoteResponse> {
  const stop = new AbortController()
  const within = <V>(work: Promise<V>): Promise<V> => {
    const timer = setTimeout(
      () => stop.abort(new ContentUnavailableError('content service: the request timed out')),
      timeoutMs,
    )
    return work.catch(down).finally(() => clearTimeout(timer))
  }
  const signal = over ? AbortSignal.any([stop.signal, over]) : stop.signal
  const { status, headers, body } = await within(by(url, { ...init, redirect: 'manual', signal }))
  const reader = body?.getReader()
  const leave = () => stop.abort()
  return {
    status,
    headers,
    leave,
    whole: (atMost) => within(wholeOf(reader, atMost)).finally(leave),
    async *pieces() {
      try {
        // The timeout applies to the service only: a slow consumer is fine.
        for (;;) {
          const piece = reader && (await within(reader.read())).value
          if (!piece) return
          yield piece
        }
      } finally {
        leave()
      }
    },
  }
}

async function wholeOf(reader: Reader | undefined, atMost: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const piece = (await reader?.read())?.value
    if (!piece) return Buffer.concat(pieces)
    length += piece.length
    if (length > atMost) throw new ContentUnavailableError(`content service: the answer has more than ${atMost} bytes`)
    pieces.push(piece)
  }
}

function down(error: unknown): never {
  if (error instanceof ContentUnavailableError) throw error
  throw new ContentUnavailableError('content service: the request failed', { cause: error })
}
