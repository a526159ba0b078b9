import type { Session } from './session/session.ts'

/**
 * Receives the topics of a change event, such as `account` or `queue`. They carry no data: the client repeats its
 * queries.
 */
export type Listener = (topics: readonly string[]) => void

export interface ChangeEvents {
  /** Subscribes until the returned function is called. The stream is open while there are listeners. */
  onChange(listener: Listener): () => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

/**
 * Server-sent events over fetch, because EventSource cannot send a bearer token. Queries also poll: a change event
 * only makes them earlier, so a broken stream is never shown. `guests`: the stream is public; a client with a session
 * is counted by session instead of by address. `only`: signed-in clients get these events on their own stream.
 */
export function createChangeEvents(
  session: Session,
  url: string,
  { guests = false }: { guests?: boolean | 'only' } = {},
): ChangeEvents {
  const listeners = new Set<Listener>()
  let running: AbortController | undefined

  const may = () => (guests === 'only' ? !session.isSignedIn() : guests || session.isSignedIn())
  const shouldRun = () => listeners.size > 0 && may() && document.visibilityState === 'visible'
  function check(): void {
    if (shouldRun() === (running !== undefined)) return
    running?.abort()
    running = shouldRun() ? new AbortController() : undefined
    if (running) void listen(running.signal)
  }

  async function listen(signal: AbortSignal): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
      const opened = performance.now()
      await readStream(session.isSignedIn() ? session : undefined, url, signal, (topics) => {
        for (const listener of listeners) listener(topics)
      }).catch(() => {})
      if (performance.now() - opened > MAX_WAIT_MS) wait = FIRST_WAIT_MS
      // Jitter: without it all clients reconnect in the same second after a restart.
      await pause(wait * (0.5 + Math.random()), signal)
    }
  }

  document.addEventListener('visibilitychange', check)
  session.onChange(check)
  return {
    onChange(listener) {
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
  listener: Listener,
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
      const topics = parseTopics(event)
      if (topics.length > 0) listener(topics)
    }
  }
}

/** Topics of one event; none for keep-alives and unknown events. */
export function parseTopics(event: string): string[] {
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
