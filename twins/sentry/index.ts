import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { misbehave } from '../kit/misbehave.ts'
import { createRecorder } from '../kit/recorder.ts'
import type { World } from '../kit/world.ts'
import { eventProblem, type Item, readEnvelope } from './envelope.ts'

const MOST_BYTES = 200 * 1024

/** How often the next envelopes are refused, and with which headers. */
interface Limit {
  times: number
  retryAfter?: string
  rateLimits?: string
}

/** Sentry's intake of envelopes: who may send, what an envelope is, how large it may be and how many come. */
export const sentryTwin = (world: World) => async (app: FastifyInstance) => {
  misbehave(app, world.faults, 'sentry', { detail: 'internal error' })
  const { record } = createRecorder<Item>(app, world.store, 'sentry')
  let limit: Limit = { times: 0 }
  app.addContentTypeParser(
    ['application/x-sentry-envelope', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  )

  app.post<{ Params: { project: string }; Querystring: { sentry_key?: string }; Body: Buffer }>(
    '/api/:project/envelope/',
    { bodyLimit: MOST_BYTES },
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

  /** Simulator-only: the limit that the next envelopes meet. */
  app.put<{ Body: Limit }>('/limit', async ({ body }, reply) => {
    limit = body
    return reply.code(204).send()
  })
}

/** `Sentry sentry_version=7, sentry_client=…, sentry_key=…` */
const keyIn = (header: string): string | undefined =>
  header.startsWith('Sentry ') ? /(?:^|[\s,])sentry_key=([A-Za-z0-9]+)/.exec(header)?.[1] : undefined
