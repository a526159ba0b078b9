import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { frontPage } from './front-page.ts'
import { answerFaults, type PlannedFault, type Provider, providers, webhookFaults } from './kit/faults.ts'
import { readerLanguage } from './kit/page.ts'
import type { Ledger, World } from './kit/world.ts'
import { mercadoPagoLedger } from './mercadopago/index.ts'
import { moneiLedger } from './monei/index.ts'
import { omieLedger } from './omie/index.ts'
import { type OutboxLanguage, outboxPage } from './outbox-page.ts'

const provider = { enum: providers }
const planSchema = {
  type: 'object',
  required: ['provider', 'fault'],
  additionalProperties: false,
  properties: {
    provider,
    fault: { enum: [...answerFaults, ...webhookFaults] },
    times: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
    path: { type: 'string', minLength: 1, maxLength: 200 },
    delayMs: { type: 'integer', minimum: 0, maximum: 120_000 },
  },
}

/** What people and tests ask of the twins themselves (product 8.1). */
export function controlRoutes(app: FastifyInstance, world: World): void {
  const { faults, outbox } = world
  app.get('/twins', async (_request, reply) => sendPage(reply, frontPage()))
  app.get<{ Querystring: { to?: string } }>('/twins/outbox', async (request, reply) => {
    const sent = outbox.list(recipient(request.query.to))
    reply.header('cache-control', 'no-store')
    if (!request.headers.accept?.includes('text/html')) return sent
    return sendPage(reply, outboxPage(sent, languageOf(request)))
  })
  app.get('/twins/ledger', async () => ledgerOf(world))
  app.get('/twins/faults', async () => faults.planned())
  app.put<{ Body: PlannedFault }>('/twins/faults', { schema: { body: planSchema } }, async ({ body }, reply) => {
    faults.plan(body)
    return reply.send(faults.planned())
  })
  app.delete<{ Querystring: { provider?: Provider } }>(
    '/twins/faults',
    { schema: { querystring: { type: 'object', properties: { provider } } } },
    async ({ query }) => {
      faults.clear(query.provider)
      return faults.planned()
    },
  )
}

export function ledgerOf(world: World): Ledger {
  const monei = moneiLedger(world)
  const mercadopago = mercadoPagoLedger(world)
  return {
    charges: [...monei.charges, ...mercadopago.charges],
    refused: [...monei.refused, ...mercadopago.refused],
    refunds: [...monei.refunds, ...mercadopago.refunds],
    savedCards: mercadopago.savedCards,
    invoices: omieLedger(world),
  }
}

/** `?to=+34…` arrives with a blank, since a plus sign means that in a query. */
const recipient = (to: string | undefined): string | undefined => to?.replace(/^ /, '+')

const languageOf = ({ headers }: FastifyRequest): OutboxLanguage =>
  readerLanguage<OutboxLanguage>(headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')

const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .type('text/html; charset=utf-8')
    .send(markup)
