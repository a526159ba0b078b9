import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kit/http/refusal.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { consultationOfCall } from './phone-store.ts'

// A status callback has some twenty short fields.
const MOST_BYTES = 16 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Where the voice vendor tells that a line changed. The signature covers our address and the form (product 12.19); the
 * news only says which call to look at, so that neither their order nor their number matters.
 */
export const voiceWebhook = (services: Services) => async (app: FastifyInstance) => {
  const { env, db, providers } = services
  const { voice } = providers
  if (!voice) return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post<{ Querystring: { call?: unknown } }>(
    '/v1/webhooks/twilio',
    { bodyLimit: MOST_BYTES },
    async (request, reply) => {
      const { 'x-twilio-signature': signed } = request.headers
      const url = env.PUBLIC_URL + request.url
      const body = typeof request.body === 'string' ? request.body : ''
      const signature = typeof signed === 'string' ? signed : undefined
      if (!voice.isGenuine({ url, body, signature })) throw new Refusal('FORGED_WEBHOOK', 400)
      const id = String(request.query.call)
      if (UUID.test(id) && (await consultationOfCall(db, id)))
        await enqueue(db, 'followCall', { id }, { key: `call:${id}` })
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}
