import type { Call } from '@cuida/core/kit/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessControl, Caller } from './access.ts'
import type { Changes } from './changes.ts'
import { readableBy } from './cors.ts'
import { Refusal, Unauthorized } from './refusal.ts'
import { sourceOf } from './source.ts'

interface HintServices {
  access: AccessControl
  changes: Changes
  env: { APP_ORIGINS: readonly string[] }
}

const PATIENT = { method: 'GET', path: '/events', access: 'access' } as const satisfies Call
const STAFF = { method: 'GET', path: '/desk/events', access: 'staff' } as const satisfies Call
const KEEP_ALIVE_MS = 20_000
/** Calendars that one source may watch at once: a household with several tabs, an office behind one address. */
export const CALENDARS_A_SOURCE = 40
const RETRY_SECONDS = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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
  // Whose hours are free is no secret: guests book too. That something of them changed is even less of one.
  const watching = new Map<string, number>()
  app.get<{ Params: { id: string } }>('/v1/schedule/clinician/:id/events', async (request, reply) => {
    if (!UUID.test(request.params.id)) throw new Refusal('CLINICIAN_NOT_FOUND', 404)
    const done = countIn(watching, sourceOf(request))
    const mine = (topic: string) => topic === `clinician:${request.params.id}`
    request.raw.on('close', done)
    stream(request, reply, { changes: services.changes, mine, head: readableBy(origins, request) })
    return reply
  })
  // Open streams would keep a graceful stop waiting.
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
}

const open = new Set<() => void>()

/** One more of a source, or too many of it. Returns what counts it out again. */
function countIn(watching: Map<string, number>, source: string): () => void {
  const count = (watching.get(source) ?? 0) + 1
  if (count > CALENDARS_A_SOURCE) throw new Refusal('RATE_LIMITED', 429, { retryAfter: RETRY_SECONDS })
  watching.set(source, count)
  return () => {
    const left = (watching.get(source) ?? 1) - 1
    if (left > 0) watching.set(source, left)
    else watching.delete(source)
  }
}

function isMine(caller: Caller): (topic: string) => boolean {
  if (caller.kind === 'patient') {
    const mine = [`account:${caller.accountId}`, `session:${caller.sessionId}`]
    return (topic) => mine.includes(topic)
  }
  if (caller.kind === 'token') return () => false
  const mine = ['queue', 'records', 'questions', `staff:${caller.staffId}`, `session:${caller.sessionId}`]
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
    // One that outlives its stream would keep a graceful stop waiting until it is idle for long enough.
    connection: 'close',
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
