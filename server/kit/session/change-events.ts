import type { Call } from '@cuida/core/kit/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../db/changes.ts'
import type { AccessControl } from '../http/access.ts'
import { readableBy, safeHeaders } from '../http/cors.ts'
import { endOpen } from '../http/drain.ts'
import { Refusal, Unauthorized } from '../http/refusal.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Caller, SessionCaller } from './caller.ts'

const KEEP_ALIVE_MS = 20_000

/** A stream with more unread bytes is closed: its client is gone. */
const MAX_UNREAD_BYTES = 64 * 1024

const changeEvent = (topics: readonly string[]): string => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`

interface ChangeEventServices {
  access: AccessControl
  changes: Changes
  telemetry: Telemetry
  env: { APP_ORIGINS: readonly string[]; PUBLIC_URL: string }
}

/** Streams of change events by the id of their operation. */
export const EVENT_STREAMS = {
  listenForChanges: { method: 'GET', path: '/events', access: 'access' },
  listenForDeskChanges: { method: 'GET', path: '/desk/events', access: 'staff' },
  listenForClinicianSlots: { method: 'GET', path: '/schedule/clinician/:id/events', access: 'guest' },
  listenForSlots: { method: 'GET', path: '/schedule/events', access: 'guest' },
  listenForContent: { method: 'GET', path: '/content/events', access: 'guest' },
} as const satisfies Record<string, Call>
const {
  listenForChanges: PATIENT,
  listenForDeskChanges: STAFF,
  listenForClinicianSlots: CALENDAR,
  listenForSlots: CALENDARS,
  listenForContent: CONTENT,
} = EVENT_STREAMS
/** Each tab opens an event stream, and a second one for a calendar. Tabs beyond the limit poll. */
export const STREAMS_A_SESSION = 12
/** Calendar streams without a session per client address: a household or an office behind one address. */
export const CALENDARS_PER_ADDRESS = 40
/** Clinicians in one calendar; further ones are polled. */
export const MAX_CALENDAR_CLINICIANS = 50
/** Content streams per client address, one for each open page. */
export const PAGES_PER_ADDRESS = 200
const RETRY_SECONDS = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Server-sent change events: the topic that changed, no data. The client repeats its queries, so a
 * lost event costs one polling interval and a forged one nothing. A stream ends with its session.
 */
export function changeEventRoutes(
  app: FastifyInstance,
  { access, changes, telemetry, env }: ChangeEventServices,
): void {
  const origins = new Set(env.APP_ORIGINS)
  const safe = safeHeaders(env)
  const ofSessions = createPlaces(STREAMS_A_SESSION)
  const ofSources = createPlaces(CALENDARS_PER_ADDRESS)
  const pages = createPlaces(PAGES_PER_ADDRESS)
  const open = new Set<() => void>()
  telemetry.observe('streams', () => [{ value: open.size, labels: {} }])

  function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: SessionCaller | undefined,
    isOwnTopic: (topic: string) => boolean,
    connectionSlots = ofSources,
  ): FastifyReply {
    const leave = caller ? ofSessions.take(caller.sessionId) : connectionSlots.take(clientAddressOf(request))
    if (!leave) throw new Refusal('RATE_LIMITED', 429, { retryAfter: RETRY_SECONDS })
    let unwatch = () => {}
    const ended = () => {
      leave()
      unwatch()
      open.delete(end)
    }
    // The stream writes its own headers, since the hooks do not run for it.
    const head = { ...safe, ...readableBy(origins, request) }
    const end = openStream(request, reply, { changes, isOwnTopic, head, ended })
    open.add(end)
    if (caller) unwatch = access.watch(caller.sessionId, () => end(['session']))
    return reply
  }

  for (const call of [PATIENT, STAFF]) {
    app.get(`/v1${call.path}`, async (request, reply) => {
      const caller = await access.callerOf(call, request.headers.authorization)
      if (!isSession(caller)) throw new Unauthorized()
      return stream(request, reply, caller, isMine(caller))
    })
  }
  // Free slots are public, since guests book too, so the fact that they changed is public as well.
  app.get<{ Params: { id: string } }>(`/v1${CALENDAR.path}`, async (request, reply) => {
    const { id } = request.params
    if (!UUID.test(id)) throw new Refusal('CLINICIAN_NOT_FOUND', 404)
    const caller = await access.callerOf(CALENDAR, request.headers.authorization)
    return stream(request, reply, isSession(caller) ? caller : undefined, (topic) => topic === `clinician:${id}`)
  })
  // Change events of a product's calendar, which has several clinicians.
  app.get<{ Querystring: { clinicians?: unknown } }>(`/v1${CALENDARS.path}`, async (request, reply) => {
    const ids = String(request.query.clinicians ?? '').split(',')
    if (ids.length > MAX_CALENDAR_CLINICIANS || !ids.every((id) => UUID.test(id)))
      throw new Refusal('CLINICIAN_NOT_FOUND', 404)
    const topics = new Set(ids.map((id) => `clinician:${id}`))
    const caller = await access.callerOf(CALENDARS, request.headers.authorization)
    return stream(request, reply, isSession(caller) ? caller : undefined, (topic) => topics.has(topic))
  })
  // Changes of the clinic's content, for pages without a session. Others receive them on their session's stream.
  app.get(`/v1${CONTENT.path}`, async (request, reply) =>
    stream(request, reply, undefined, (topic) => topic === 'content', pages),
  )
  // Open streams would block a graceful stop.
  app.addHook('preClose', async () => {
    await endOpen(app, open)
    // Those that opened meanwhile.
    for (const end of open) end()
  })
}

const isSession = (caller: Caller | undefined): caller is SessionCaller =>
  caller?.kind === 'patient' || caller?.kind === 'staff'

function isMine(caller: SessionCaller): (topic: string) => boolean {
  const ownTopics =
    caller.kind === 'patient'
      ? ['content', `account:${caller.accountId}`]
      : ['content', 'queue', 'records', 'questions', `staff:${caller.staffId}`]
  return (topic) => ownTopics.includes(topic)
}

/** Limits concurrent streams for each session or address, within this process. */
interface Places {
  /** Takes one stream of the allowance; undefined when it is used up. The returned function releases it, once. */
  take(key: string): (() => void) | undefined
}

function createPlaces(most: number): Places {
  const counts = new Map<string, number>()
  return {
    take(key) {
      const count = (counts.get(key) ?? 0) + 1
      if (count > most) return undefined
      counts.set(key, count)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const remaining = (counts.get(key) ?? 1) - 1
        if (remaining > 0) counts.set(key, remaining)
        else counts.delete(key)
      }
    },
  }
}

interface Stream {
  changes: Changes
  isOwnTopic: (topic: string) => boolean
  head: Record<string, string>
  /** Called once, however the stream ends. */
  ended: () => void
}

/**
 * Sends changed topics until either side closes the stream. The returned function closes it, with the given topics as
 * the last event.
 */
function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { changes, isOwnTopic, head, ended }: Stream,
): (last?: readonly string[]) => void {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A kept-alive connection would block a graceful stop until its idle timeout.
    connection: 'close',
    ...head,
  })
  const write = (text: string) => {
    raw.write(text)
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy()
  }
  write(': hello\n\n')
  const stop = changes.onChange((topics) => {
    const kinds = new Set(topics.filter(isOwnTopic).map((topic) => topic.split(':')[0] ?? ''))
    if (kinds.size > 0) write(changeEvent([...kinds]))
  })
  const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS)
  let isOpen = true
  const end = (last: readonly string[] = []) => {
    if (!isOpen) return
    isOpen = false
    stop()
    clearInterval(keepAlive)
    raw.end(last.length > 0 ? changeEvent(last) : undefined)
    ended()
  }
  request.raw.on('close', () => end())
  return end
}
