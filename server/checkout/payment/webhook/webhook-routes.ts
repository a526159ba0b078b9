import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../../kit/http/refusal.ts'
import { failpoint } from '../../../kit/jobs/failpoint.ts'
import { clientAddressOf } from '../../../kit/limit/client-address.ts'
import { consumeRateLimit } from '../../../kit/limit/rate-limit.ts'
import type { RawWebhook } from '../../../providers/payment/port.ts'
import type { Services } from '../../../services.ts'
import { UNSIGNED_WEBHOOKS_PER_ADDRESS } from '../../rate-limits.ts'
import { keepWebhook } from './webhook-store.ts'

// A full payment is a few kilobytes: a provider sends nothing larger than this.
const MAX_BYTES = 1024 * 1024

/**
 * The payment provider's webhooks (product 6.9). The adapter (`readWebhook`) verifies the webhook signature over the
 * raw body before any parsing; the notification is stored once and acknowledged, and a job then asks the provider for
 * the payment. An unsigned one may still be Mercado Pago's: it is rate-limited by client address, and at most makes
 * us ask the provider.
 */
export const webhookRoutes = (services: Services) => async (app: FastifyInstance) => {
  const { payments } = services.providers
  const { provider } = payments.browser
  if (provider === 'none') return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post(`/v1/webhooks/${provider}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const note = payments.readWebhook(rawOf(request), services.now())
    if (!note) throw new Refusal('FORGED_WEBHOOK', 400)
    if (note.isUnsigned)
      await consumeRateLimit(services.db, services.secrets, UNSIGNED_WEBHOOKS_PER_ADDRESS, clientAddressOf(request))
    await keepWebhook(services.db, provider, note)
    failpoint('webhook.stored')
    return reply.header('cache-control', 'no-store').send({ received: true })
  })
}

const rawOf = ({ body, headers, query }: FastifyRequest): RawWebhook => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  headers: singles(headers),
  query: singles(query as Record<string, unknown>),
})

/** A repeated parameter counts as missing: a signature covers one value. */
const singles = (values: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
