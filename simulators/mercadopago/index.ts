import { createHash, createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import { brandOf, type Card, createFingerprint } from '../kit/card.ts'
import type { Ledger, SimulatorContext } from '../kit/context.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import type { SignWebhook } from '../kit/webhooks.ts'
import {
  type Account,
  cancelPayment,
  createPayment,
  currentPayment,
  findPayment,
  openAccount,
  refundPayment,
} from './account.ts'
import { authenticate } from './authenticate.ts'
import { bankPages } from './bank-page.ts'
import { challengePages } from './challenge-page.ts'
import { claimRoutes } from './claims.ts'
import { customerRoutes } from './customers.ts'
import { chargebackRoutes, disputePages } from './disputes.ts'
import { installmentsOf } from './installments.ts'
import { preapprovalControl, preapprovalRoutes } from './preapprovals.ts'
import { createCardToken, createSavedCardToken, wireToken } from './tokens.ts'
import {
  errorBody,
  issuerOf,
  MercadoPagoError,
  methodOf,
  type Payment,
  type Refund,
  toCents,
  toDecimal,
  wirePayment,
} from './wire.ts'

const LIMIT = 100

/** `GET /v1/payments/search`: by our reference or by creation time; oldest first by default. */
function searchPayments(account: Account, query: Record<string, string | undefined>) {
  const { payments, context } = account
  const { external_reference, range, begin_date, end_date, criteria = 'asc' } = query
  const limit = Math.min(Number(query.limit ?? 30), LIMIT)
  const offset = Number(query.offset ?? 0)
  const from = range === 'date_created' ? momentOf(begin_date, context.now()) : undefined
  const until = range === 'date_created' ? momentOf(end_date, context.now()) : undefined
  const all = external_reference === undefined ? payments.list() : payments.having(external_reference)
  const found = all
    .filter(({ createdAt }) => !from || createdAt >= from)
    .filter(({ createdAt }) => !until || createdAt <= until)
    .sort((a, b) => (criteria === 'asc' ? 1 : -1) * (a.createdAt.localeCompare(b.createdAt) || a.id - b.id))
  return {
    paging: { total: found.length, limit, offset },
    results: found
      .slice(offset, offset + limit)
      .map((storedPayment) => wirePayment(currentPayment(account, storedPayment), context.publicUrl)),
  }
}

/** A timestamp, or the word NOW. */
function momentOf(text: string | undefined, now: Date): string {
  const moment = text === 'NOW' ? now : new Date(text ?? '')
  if (Number.isNaN(moment.getTime())) throw new MercadoPagoError(400, 'Invalid date')
  return moment.toISOString()
}

type WithId = { Params: { id: string } }

/** Mercado Pago: card payments, saved cards, Pix (providers 1) and subscriptions (docs/decisions/0208). */
export const mercadoPagoSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const account = openAccount(context)
  applyFaults(app, context.faults, 'mercadopago', errorBody(500, 'internal_error'))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof MercadoPagoError)
      return reply.code(error.status).send(errorBody(error.status, error.message, error.causes))
    const mistake = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    return reply.code(mistake ? 400 : 500).send(errorBody(mistake ? 400 : 500, 'internal_error'))
  })
  newTokenRoute(app, account)

  // The installment options of a card. A seller authenticates with their token, a page with the public key.
  app.get<Asked>('/v1/payment_methods/installments', async (request) => {
    const { bin = '', amount: rawAmount, public_key: key } = request.query
    if (key === undefined) authenticate(request)
    else if (key !== credentials.mercadopago.publicKey) throw new MercadoPagoError(401, 'invalid public_key')
    const amount = toCents(Number(rawAmount))
    if (!/^\d{6,8}$/.test(bin) || !amount || amount <= 0)
      throw new MercadoPagoError(400, 'params error', [{ code: 1, description: 'params error' }])
    const brand = brandOf(bin)
    return brand === 'unknown' ? [] : [offerOf(brand, amount)]
  })

  bankPages(app, account)
  challengePages(app, account)
  disputePages(app, account)
  preapprovalControl(app, account)
  await app.register(async (api) => {
    api.addHook('onRequest', async (request) => authenticate(request))
    paymentRoutes(api, account)
    customerRoutes(api, account)
    chargebackRoutes(api, account)
    claimRoutes(api, account)
    preapprovalRoutes(api, account)
    tokenRoute(api, account)
  })
}

/** Public: the patient's page sends the card here, with the public key in the query (product 12.2). */
function newTokenRoute(app: FastifyInstance, { context, tokens, cards }: Account): void {
  const fingerprint = createFingerprint(context.store)
  app.post<{ Querystring: { public_key?: string } }>(
    '/v1/card_tokens',
    { config: { serves: 'browser' } },
    async ({ query, body }, reply) => {
      const { publicKey } = credentials.mercadopago
      if (query.public_key !== publicKey) throw new MercadoPagoError(401, 'invalid public_key')
      const sent = fieldsOf(body)
      const saved = cards.get(textOf(sent.card_id) ?? '')
      const token = saved ? createSavedCardToken(saved, sent) : createCardToken(sent, context.now(), fingerprint)
      tokens.put(token.id, token)
      return reply.code(201).send(wireToken(token, publicKey, context.now()))
    },
  )
}

function paymentRoutes(app: FastifyInstance, account: Account): void {
  const { context, refunds } = account
  const effect = { config: { serves: 'effect' } }
  const wire = (payment: Payment) => wirePayment(payment, context.publicUrl)
  const idOf = ({ params }: FastifyRequest) => textOf(fieldsOf(params).id) ?? ''
  app.post(
    '/v1/payments',
    effect,
    once(context, ({ body }) => wire(createPayment(account, body))),
  )
  app.post(
    '/v1/payments/:id/refunds',
    effect,
    once(context, (request) => wireRefund(refundPayment(account, idOf(request), request.body))),
  )
  app.get<{ Querystring: Record<string, string> }>('/v1/payments/search', async ({ query }) =>
    searchPayments(account, query),
  )
  app.get<WithId>('/v1/payments/:id', async ({ params }) => wire(findPayment(account, params.id)))
  app.put<WithId>('/v1/payments/:id', async ({ params, body }) => {
    if (fieldsOf(body).status !== 'cancelled')
      throw new MercadoPagoError(400, 'params error', [{ code: 1, description: 'params error' }])
    return wire(cancelPayment(account, params.id))
  })
  app.get<WithId>('/v1/payments/:id/refunds', async ({ params }) => refunds.having(params.id).map(wireRefund))
}

const wireRefund = ({ id, payment_id, amount, at }: Refund) => ({
  id,
  payment_id,
  amount: toDecimal(amount),
  date_created: at,
  status: 'approved',
  refund_mode: 'standard',
  metadata: {},
  reason: null,
  adjustment_amount: 0,
  unique_sequence_number: null,
  source: { id: '724484980', name: 'Cuida', type: 'collector' },
})

export const signMercadoPago: SignWebhook = ({ signed }, now) => {
  const ts = now.getTime()
  const manifest = `id:${signed.dataId};request-id:${signed.requestId};ts:${ts};`
  const v1 = createHmac('sha256', credentials.mercadopago.webhookSecret).update(manifest).digest('hex')
  return { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': signed.requestId ?? '', 'x-retry': '0' }
}

/** Statuses of money that was received, including later refunds and chargebacks. */
const CHARGED: readonly string[] = ['approved', 'refunded', 'in_mediation', 'charged_back']

export function mercadoPagoLedger(context: SimulatorContext): Omit<Ledger, 'invoices'> {
  const { payments, refunds, cards } = openAccount(context)
  const lines = payments.list().map(({ id, externalReference, amount, status, createdAt }) => ({
    provider: 'mercadopago' as const,
    id: String(id),
    reference: externalReference ?? '',
    amount,
    currency: 'BRL',
    status,
    at: createdAt,
  }))
  return {
    charges: lines.filter(({ status }) => CHARGED.includes(status)),
    refused: lines.filter(({ status }) => status === 'rejected'),
    refunds: refunds.list().map(({ id, externalReference, amount, at }) => ({
      provider: 'mercadopago',
      id: String(id),
      reference: externalReference,
      amount,
      currency: 'BRL',
      status: 'approved',
      at,
    })),
    savedCards: cards.list().map(({ id, customerId, card, at }) => ({
      provider: 'mercadopago',
      id,
      customerId,
      brand: card.brand,
      last4: card.last4,
      at,
    })),
  }
}

interface Kept {
  bodyHash: string
  answer: unknown
}

/**
 * Runs the work once per `X-Idempotency-Key`: a repeated request gets the first response, another body under the same
 * key is a conflict. A refused request (an exception) leaves the key unused.
 */
function once(context: SimulatorContext, work: (request: FastifyRequest) => unknown) {
  const answers = context.store.collection<Kept>('mercadopago-idempotency')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers['x-idempotency-key']
    if (typeof key !== 'string' || key === '') throw missing()
    const id = `${request.url} ${key}`
    const bodyHash = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest('hex')
    const storedAnswer = answers.get(id)
    if (storedAnswer && storedAnswer.bodyHash !== bodyHash)
      throw new MercadoPagoError(409, 'X-Idempotency-Key was used for another request')
    const answer = storedAnswer ? storedAnswer.answer : work(request)
    if (!storedAnswer) answers.put(id, { bodyHash, answer })
    return reply.code(201).send(answer)
  }
}

const missing = () => {
  const description = 'Header X-Idempotency-Key can’t be null'
  return new MercadoPagoError(400, description, [{ code: 4292, description }])
}

/** Card holder and card of a token, for the seller before a payment. */
function tokenRoute(api: FastifyInstance, { tokens, context }: Account): void {
  api.get<{ Params: { id: string } }>('/v1/card_tokens/:id', async ({ params }) => {
    const token = tokens.get(params.id)
    if (!token)
      throw new MercadoPagoError(404, 'Card Token not found', [{ code: 2006, description: 'Card Token not found' }])
    return wireToken(token, credentials.mercadopago.publicKey, context.now())
  })
}

type Asked = { Querystring: { bin?: string; amount?: string; public_key?: string } }

function offerOf(brand: Card['brand'], amount: number) {
  return {
    payment_method_id: methodOf({ brand }),
    payment_type_id: 'credit_card',
    issuer: { id: issuerOf({ brand }), name: methodOf({ brand }) },
    processing_mode: 'aggregator',
    merchant_account_id: null,
    payer_costs: installmentsOf(brand, amount).map(({ installments, rate, each, total }) => ({
      installments,
      installment_rate: rate,
      discount_rate: 0,
      labels: [],
      installment_amount: toDecimal(each),
      total_amount: toDecimal(total),
      recommended_message: `${installments} x R$ ${toDecimal(each)} (R$ ${toDecimal(total)})`,
    })),
    agreements: null,
  }
}
