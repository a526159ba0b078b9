import { ContentDown } from '../problems.ts'

export interface Told {
  status: number
  headers: Headers
  /** All of it, or a failure: what is too large, too late or broken off is not half an answer. */
  whole(atMost: number): Promise<Buffer>
  /** Piece by piece, as fast as it is taken. */
  pieces(): AsyncGenerator<Uint8Array>
  /** Nothing more of it is wanted. */
  leave(): void
}

/** As much of `fetch` as is needed. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'manual'; signal: AbortSignal },
) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

interface Asked {
  method: string
  headers: Record<string, string>
  patienceMs: number
  /** By what it is asked, where it is not a place that who runs this one has named. */
  by?: Fetch
  /** When the answer is wanted no more. */
  over?: AbortSignal | undefined
}
type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Asks without following where it is sent. A service that says nothing for `patienceMs` is away, and a whole answer must
 * be there within the same time.
 */
export async function ask(url: string, { patienceMs, over, by = fetch, ...init }: Asked): Promise<Told> {
  const stop = new AbortController()
  const within = <V>(work: Promise<V>): Promise<V> => {
    const timer = setTimeout(() => stop.abort(new ContentDown('content service: too slow')), patienceMs)
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
        // Who reads slowly may: only the service is hurried.
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
    if (length > atMost) throw new ContentDown(`content service: more than ${atMost} bytes`)
    pieces.push(piece)
  }
}

function down(error: unknown): never {
  if (error instanceof ContentDown) throw error
  throw new ContentDown('content service: cannot be reached', { cause: error })
}
