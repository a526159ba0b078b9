import type { Call } from '@cuida/core/kit/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessControl, Caller } from './access.ts'
import type { Changes } from './changes.ts'
import { readableBy } from './cors.ts'
import { Unauthorized } from './refusal.ts'

interface HintServices {
  access: AccessControl
  changes: Changes
  env: { APP_ORIGINS: readonly string[] }
}

const PATIENT = { method: 'GET', path: '/events', access: 'access' } as const satisfies Call
const STAFF = { method: 'GET', path: '/desk/events', access: 'staff' } as const satisfies Call
const KEEP_ALIVE_MS = 20_000

/**
 * Server-sent hints: "something of yours changed", never what. The reader asks again through the usual calls, so a
 * lost hint costs one polling interval and a forged one nothing.
 */
export function hintRoutes(app: FastifyInstance, services: HintServices): void {
  const origins = new Set(services.env.APP_ORIGINS)
  for (const call of [PATIENT, STAFF]) {
    app.get(`/v1${call.path}`, async (request, reply) => {
      const caller = await services.access.callerOf(call, request.headers.authorization)
      if (!caller) throw new Unauthorized()
      // A stream writes its own head, past the hooks.
      stream(request, reply, { changes: services.changes, mine: isMine(caller), head: readableBy(origins, request) })
      return reply
    })
  }
  // Open streams would keep a graceful stop waiting.
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
}

const open = new Set<() => void>()

function isMine(caller: Caller): (topic: string) => boolean {
  if (caller.kind === 'patient') {
    const mine = [`account:${caller.accountId}`, `session:${caller.sessionId}`]
    return (topic) => mine.includes(topic)
  }
  if (caller.kind === 'token') return () => false
  const mine = ['queue', `staff:${caller.staffId}`, `session:${caller.sessionId}`]
  return (topic) => mine.includes(topic)
}

function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { changes, mine, head }: { changes: Changes; mine: (topic: string) => boolean; head: Record<string, string> },
): void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    ...head,
  })
  raw.write(': hello\n\n')
  const stop = changes.onChange((topics) => {
    const kinds = new Set(topics.filter(mine).map((topic) => topic.split(':')[0]))
    if (kinds.size > 0) raw.write(`event: changed\ndata: ${JSON.stringify({ topics: [...kinds] })}\n\n`)
  })
  const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE_MS)
  const end = () => {
    stop()
    clearInterval(keepAlive)
    open.delete(end)
    raw.end()
  }
  open.add(end)
  request.raw.on('close', end)
}
