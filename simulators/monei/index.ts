import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import { createFingerprint } from '../kit/card.ts'
import type { Ledger, SimulatorContext } from '../kit/context.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { SignWebhook } from '../kit/webhooks.ts'
import { cancelPayment, confirmPayment, createPayment, findPayment, openAccount, refundPayment } from './account.ts'
import type { Account } from './account-shape.ts'
import { challengePage } from './challenge-page.ts'
import { disputePages } from './disputes.ts'
import { paymentMethods } from './payment.ts'
import { publicSubscription } from './subscription.ts'
import { subscriptionPage } from './subscription-page.ts'
import {
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  createSubscription,
  findSubscription,
  pauseSubscription,
  resumeSubscription,
} from './subscriptions.ts'
import { makeToken } from './tokens.ts'
import { walletPage } from './wallet-page.ts'
import { browserPayment, errorBody, MoneiError, publicPayment } from './wire.ts'

const LIMIT = 100

type WithId = { Params: { id: string } }
const browser = { config: { serves: 'browser' } }

/** MONEI: card payments with 3-D Secure (providers 2). */
export const moneiSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const account = openAccount(context)
  applyFaults(app, context.faults, 'monei', errorBody(500, 'Internal error'))
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof MoneiError ? error.statusCode : clientMistake(error) ? 400 : 500
    const message = error instanceof Error ? error.message : 'Internal error'
    return reply.code(status).send(errorBody(status, message))
  })
  challengePage(app, account)
  disputePages(app, account)
  walletPage(app, account)
  subscriptionPage(app, account)
  await app.register(async (pages) => browserRoutes(pages, account))
  await app.register(async (api) => {
    merchantRoutes(api, account)
    subscriptionRoutes(api, account)
  })
}

const clientMistake = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500

/** Public: the card form of the patient's page calls these (product 12.10). */
function browserRoutes(app: FastifyInstance, account: Account): void {
  const fingerprint = createFingerprint(account.context.store)
  // Pages of any shop may call: their content type and headers cause a CORS preflight.
  app.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'))
  app.options('/v1/tokens', browser, async (_request, reply) =>
    reply.code(204).header('access-control-allow-headers', 'content-type, client-env').send(),
  )
  app.post('/v1/tokens', browser, async (request) => {
    const token = makeToken(request.body, request.headers['client-env'], account.context.now(), fingerprint)
    account.tokens.put(token.token, token)
    return { paymentToken: token.token }
  })
  app.get<{ Querystring: { accountId?: string } }>('/v1/payment-methods', browser, async ({ query: { accountId } }) => {
    if (accountId !== credentials.monei.accountId) throw new MoneiError(404, 'Account not found')
    const merchant = { merchantName: 'Cuida', merchantUrl: account.context.publicUrl, countryCode: 'ES' }
    return { paymentMethods, livemode: false, accountId, ...merchant, metadata: { card: { brands: [] } } }
  })
  app.get<WithId>('/v1/payments/:id/client-get', browser, async ({ params }) =>
    browserPayment(findPayment(account, params.id)),
  )
  app.post<WithId>('/v1/payments/:id/client-confirm', browser, async ({ params, body }) =>
    browserPayment(confirmPayment(account, params.id, body)),
  )
}

/** With the API key (product 12.9). */
function merchantRoutes(app: FastifyInstance, account: Account): void {
  const effect = { config: { serves: 'effect' } }
  app.addHook('onRequest', async (request) => authenticate(request))

  // The only supported query: a page of charges, newest first. All fields are returned, requested or not.
  app.post('/graphql', async ({ body }) => {
    const { query, variables } = fieldsOf(body)
    if (!String(query).includes('charges(')) return { errors: [{ message: 'Unknown query' }] }
    const { from = 0, size = 10 } = fieldsOf(variables)
    const all = account.payments.list()
    const page = all.slice(Number(from), Number(from) + Math.min(Number(size), LIMIT))
    const items = page.map(({ id }) => {
      const { orderId, amount, refundedAmount, currency, status, createdAt } = findPayment(account, id)
      return { id, orderId, amount, refundedAmount, currency, status, createdAt }
    })
    return { data: { charges: { total: all.length, items } } }
  })

  app.post('/v1/payments', async ({ body }) => publicPayment(createPayment(account, body)))
  app.get<WithId>('/v1/payments/:id', async ({ params }) => publicPayment(findPayment(account, params.id)))
  app.post<WithId>('/v1/payments/:id/confirm', effect, async ({ params, body }) =>
    publicPayment(confirmPayment(account, params.id, body)),
  )
  app.post<WithId>('/v1/payments/:id/cancel', effect, async ({ params, body }) =>
    publicPayment(cancelPayment(account, params.id, body)),
  )
  app.post<WithId>('/v1/payments/:id/refund', effect, async ({ params, body }) =>
    publicPayment(refundPayment(account, params.id, body)),
  )
}

/** The key is sent without "Bearer"; a client other than an SDK must identify itself (product 12.8). */
function authenticate({ headers }: FastifyRequest): void {
  if (headers.authorization !== credentials.monei.apiKey) throw new MoneiError(401, 'Missing or invalid API key')
  const agent = headers['user-agent'] ?? ''
  if (agent === '' || agent === 'node' || agent === 'undici') throw new MoneiError(400, 'User-Agent header is required')
}

export const signMonei: SignWebhook = ({ body }, now) => {
  const t = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', credentials.monei.apiKey).update(`${t}.${body}`).digest('hex')
  return { 'monei-signature': `t=${t},v1=${v1}` }
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
const charging = ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED']

export function moneiLedger(context: SimulatorContext): Omit<Ledger, 'savedCards' | 'invoices'> {
  const account = openAccount(context)
  const lines = account.payments.list().map(({ id, orderId, amount, currency, status, createdAt }) => ({
    provider: 'monei' as const,
    id,
    reference: orderId,
    amount,
    currency,
    status,
    at: iso(createdAt),
  }))
  return {
    // Card verifications charge nothing.
    charges: lines.filter(({ status, amount }) => charging.includes(status) && amount > 0),
    refused: lines.filter(({ status }) => status === 'FAILED'),
    refunds: account.refunds.list().map(({ id, orderId, amount, currency, at }) => ({
      provider: 'monei',
      id,
      reference: orderId,
      amount,
      currency,
      status: 'SUCCEEDED',
      at: iso(at),
    })),
  }
}

/** With the API key (product 12.9). */
function subscriptionRoutes(app: FastifyInstance, account: Account): void {
  const effect = { config: { serves: 'effect' } }
  app.post('/v1/subscriptions', async ({ body }) => publicSubscription(createSubscription(account, body)))
  app.get<WithId>('/v1/subscriptions/:id', async ({ params }) =>
    publicSubscription(findSubscription(account, params.id)),
  )
  app.put<WithId>('/v1/subscriptions/:id', effect, async ({ params, body }) =>
    publicSubscription(changeSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/activate', effect, async ({ params, body }) =>
    publicPayment(activateSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/cancel', effect, async ({ params, body }) =>
    publicSubscription(cancelSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/pause', effect, async ({ params, body }) =>
    publicSubscription(pauseSubscription(account, params.id, body)),
  )
  app.post<WithId>('/v1/subscriptions/:id/resume', effect, async ({ params }) =>
    publicSubscription(resumeSubscription(account, params.id)),
  )
}
