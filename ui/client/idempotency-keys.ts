import { type Call, takesKey } from '@cuida/core/kit/call.ts'
import { CallFailed } from './call-failed.ts'
import { randomHex } from './exchange.ts'

/** How long a repetition of the same request counts as the same intention. */
const LIFE_MS = 10 * 60_000
/** How often a repetition asks for the answer of a first request that still runs. The server waits five seconds each time. */
const MOST_WAITS = 5

export interface IdempotencyKeys {
  /** Runs a request with the key of its intention; undefined for a call that takes none. */
  run<T>(call: Call, request: string, send: (key: string | undefined) => Promise<T>): Promise<T>
  clear(): void
}

/**
 * The idempotency keys of the requests without a successful answer. A request with the same path and body has the key of
 * the one before, so that the server does the work once when only its answer was lost. After a success the same request is
 * a new intention.
 */
export function createIdempotencyKeys(): IdempotencyKeys {
  const unanswered = new Map<string, { key: string; since: number }>()
  function keyOf(request: string): string {
    for (const [name, { since }] of unanswered) if (performance.now() - since >= LIFE_MS) unanswered.delete(name)
    const known = unanswered.get(request) ?? { key: randomHex(), since: performance.now() }
    unanswered.set(request, known)
    return known.key
  }
  return {
    async run(call, request, send) {
      if (!takesKey(call)) return send(undefined)
      const key = keyOf(request)
      const reply = await whileRunning(() => send(key))
      if (unanswered.get(request)?.key === key) unanswered.delete(request)
      return reply
    },
    clear: () => unanswered.clear(),
  }
}

async function whileRunning<T>(send: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited++) {
    try {
      return await send()
    } catch (failure) {
      const stillRuns = failure instanceof CallFailed && failure.code === 'STILL_RUNNING'
      if (!stillRuns || waited === MOST_WAITS) throw failure
    }
  }
}
