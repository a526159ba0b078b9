import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../db/changes.ts'

const KEEP_ALIVE_MS = 20_000
/** Who does not read what is said to them is not there. */
const MOST_UNREAD_BYTES = 64 * 1024

interface Stream {
  changes: Changes
  mine: (topic: string) => boolean
  head: Record<string, string>
  /** Called once, however it ends. */
  ended: () => void
}

/** Tells kinds of things that changed until either side ends it. What it returns ends it, with these as the last. */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { changes, mine, head, ended }: Stream,
): (last?: readonly string[]) => void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // One that outlives its stream would keep a graceful stop waiting until it is idle for long enough.
    connection: 'close',
    ...head,
  })
  const say = (text: string) => {
    raw.write(text)
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
  }
  say(': hello\n\n')
  const stop = changes.onChange((topics) => {
    const kinds = new Set(topics.filter(mine).map((topic) => topic.split(':')[0] ?? ''))
    if (kinds.size > 0) say(hint([...kinds]))
  })
  const keepAlive = setInterval(() => say(': still here\n\n'), KEEP_ALIVE_MS)
  let isOpen = true
  const end = (last: readonly string[] = []) => {
    if (!isOpen) return
    isOpen = false
    stop()
    clearInterval(keepAlive)
    raw.end(last.length > 0 ? hint(last) : undefined)
    ended()
  }
  request.raw.on('close', () => end())
  return end
}

const hint = (topics: readonly string[]): string => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`
