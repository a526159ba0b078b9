import type { Session } from './session/session.ts'

/** Kinds of things that changed, such as `account` or `queue`. Never what changed: ask the usual calls. */
export type Listener = (topics: readonly string[]) => void

export interface Hints {
  /** Hears hints until the returned function is called. The stream is open while anybody listens. */
  onHint(listener: Listener): () => void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/**
 * Server-sent hints over fetch, because EventSource cannot carry a bearer. Whoever needs certainty polls: a hint only
 * makes it faster, so trouble here is never shown. `guests`: the stream tells everybody the same; who says
 * who they are is counted apart from the others behind their address. `only`: who signed in hears it on another stream.
 */
export function createHints(
  session: Session,
  url: string,
  { guests = false }: { guests?: boolean | 'only' } = {},
): Hints {
  const listeners = new Set<Listener>()
  let running: AbortController | undefined

  const may = () => (guests === 'only' ? !session.isSignedIn() : guests || session.isSignedIn())
  const wanted = () => listeners.size > 0 && may() && document.visibilityState === 'visible'
  function check(): void {
    if (wanted() === (running !== undefined)) return
    running?.abort()
    running = wanted() ? new AbortController() : undefined
    if (running) void listen(running.signal)
  }

  async function listen(signal: AbortSignal): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const opened = performance.now()
      await readStream(session.isSignedIn() ? session : undefined, url, signal, (topics) => {
        for (const listener of listeners) listener(topics)
      }).catch(() => {})
      if (performance.now() - opened > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS
      // Jitter, so that everybody does not come back in the same second after a restart.
      await pause(wait * (0.5 + Math.random()), signal)
    }
  }

  document.addEventListener('visibilitychange', check)
  session.onChange(check)
  return {
    onHint(listener) {
      listeners.add(listener)
      check()
      return () => {
        listeners.delete(listener)
        check()
      }
    },
  }
}

async function readStream(
  session: Session | undefined,
  url: string,
  signal: AbortSignal,
  tell: Listener,
): Promise<void> {
  const token = await session?.token()
  const headers = { accept: 'text/event-stream', ...(session && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { headers, signal, cache: 'no-store' })
  if (response.status === 401 && token) session?.refused(token)
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const topics = topicsOf(event)
      if (topics.length > 0) tell(topics)
    }
  }
}

/** Topics of one event; none for keep-alives and for anything that is not a hint. */
export function topicsOf(event: string): string[] {
  const data = event.split('\n').find((line) => line.startsWith('data:'))
  if (!data) return []
  try {
    const { topics } = JSON.parse(data.slice('data:'.length))
    return Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : []
  } catch {
    return []
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
