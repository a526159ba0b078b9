import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf } from '../kit/fields.ts'
import { createRecorder } from '../kit/recorder.ts'

const MAX_BYTES = 200 * 1024

/** How many of the next envelopes are refused, and with which headers. */
interface Limit {
  times: number
  retryAfter?: string
  rateLimits?: string
}

/** Sentry's envelope endpoint: checks the key, the format, the size and the rate limit. */
export const sentrySimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  applyFaults(app, context.faults, 'sentry', { detail: 'internal error' })
  const { record } = createRecorder<Item>(app, context.store, 'sentry')
  let limit: Limit = { times: 0 }
  app.addContentTypeParser(
    ['application/x-sentry-envelope', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, body),
  )

  app.post<{ Params: { project: string }; Querystring: { sentry_key?: string }; Body: Buffer }>(
    '/api/:project/envelope/',
    { bodyLimit: MAX_BYTES },
    async ({ params, headers, query, body }, reply) => {
      const key = keyIn(String(headers['x-sentry-auth'] ?? '')) ?? query.sentry_key
      if (!key) return reply.code(401).send({ detail: 'missing authorization information' })
      if (key !== credentials.sentry.publicKey || params.project !== credentials.sentry.project)
        return reply.code(403).send({ detail: 'event submission rejected with_reason: ProjectId' })
      if (limit.times > 0) {
        limit.times -= 1
        if (limit.retryAfter !== undefined) reply.header('retry-after', limit.retryAfter)
        if (limit.rateLimits !== undefined) reply.header('x-sentry-rate-limits', limit.rateLimits)
        return reply.code(429).send({ detail: 'event rejected due to rate limit' })
      }
      const items = Buffer.isBuffer(body) ? readEnvelope(body) : 'no envelope'
      const problem = typeof items === 'string' ? items : items.map(eventProblem).find(Boolean)
      if (typeof items === 'string' || problem) return reply.code(400).send({ detail: problem })
      for (const item of items) record(item)
      return { id: items.find(({ header }) => header.type === 'event')?.payload.event_id ?? null }
    },
  )

  /** Simulator-only: sets the rate limit for the next envelopes. */
  app.put<{ Body: Limit }>('/limit', async ({ body }, reply) => {
    limit = body
    return reply.code(204).send()
  })
}

/** `Sentry sentry_version=7, sentry_client=…, sentry_key=…` */
const keyIn = (header: string): string | undefined =>
  header.startsWith('Sentry ') ? /(?:^|[\s,])sentry_key=([A-Za-z0-9]+)/.exec(header)?.[1] : undefined

interface Item {
  header: Fields
  payload: Fields
}

/**
 * The items of an envelope, or the problem as a string. Lengths are in bytes, and optional for a payload of one line.
 */
function readEnvelope(body: Buffer): Item[] | string {
  let rest = body
  const header = line()
  if (!header) return 'invalid envelope header'
  const items: Item[] = []
  while (rest.length > 0) {
    const item = line()
    if (!item || typeof item.type !== 'string') return 'invalid item header'
    const payload = parsed(takeBytes(typeof item.length === 'number' ? item.length : rest.indexOf(10)))
    if (!payload) return 'invalid item payload'
    items.push({ header: item, payload })
  }
  return items.length > 0 ? items : 'empty envelope'

  function line(): Fields | undefined {
    const end = rest.indexOf(10)
    return parsed(takeBytes(end < 0 ? rest.length : end))
  }
  /** Takes this many bytes and the line break after them. */
  function takeBytes(length: number): Buffer | undefined {
    if (length < 0 || length > rest.length) return undefined
    const bytes = rest.subarray(0, length)
    if (rest.length > length && rest[length] !== 10) return undefined
    rest = rest.subarray(length + 1)
    return bytes
  }
}

function parsed(bytes: Buffer | undefined): Fields | undefined {
  try {
    const value: unknown = JSON.parse(String(bytes))
    return typeof value === 'object' && value !== null ? fieldsOf(value) : undefined
  } catch {
    return undefined
  }
}

/** Why an event is refused: it needs an id and a message or exception. */
function eventProblem({ header, payload }: Item): string | undefined {
  if (header.type !== 'event') return undefined
  if (!/^[0-9a-f]{32}$/.test(String(payload.event_id))) return 'invalid event_id'
  const { values } = fieldsOf(payload.exception)
  return Array.isArray(values) && values.length > 0 ? undefined : 'an event without an exception'
}
