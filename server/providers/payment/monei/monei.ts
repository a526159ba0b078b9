import { Currency } from '@cuida/core/kit/shapes.ts'
import { WALLETS, type Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import * as v from 'valibot'
import { deadlineIn } from '../../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../../post.ts'
import { checkAt } from '../../provider-check.ts'
import { ProviderDown } from '../../provider-down.ts'
import {
  type CardCharge,
  CardNotSaved,
  type CardPayments,
  type CardToSave,
  type KeptCard,
  type PaymentUpdate,
  RefundRefused,
  type RefundRequest,
  type TheirPayment,
  type WalletCharge,
} from '../port.ts'
import { cardOf, isUnconfirmed, MoneiPayment, toPaymentUpdate } from './monei-update.ts'
import { readMoneiWebhook } from './monei-webhook.ts'

const PAGE = 100
const WALLETS_TIMEOUT_MS = 2_000

const QUERY =
  'query ($from: Int, $size: Int) { charges(from: $from, size: $size) { total items { id orderId amount refundedAmount currency status createdAt } } }'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))

const Charge = v.object({
  id: v.string(),
  orderId: v.nullish(v.string(), ''),
  amount: Amount,
  refundedAmount: v.nullish(Amount, 0),
  currency: Currency,
  status: v.string(),
  createdAt: v.number(),
})

const Methods = v.object({ paymentMethods: v.array(v.string()) })

const Page = v.object({ data: v.object({ charges: v.object({ total: v.number(), items: v.array(Charge) }) }) })

/**
 * Money moved; a dispute or an unknown status then shows as a difference in the reconciliation, for a manager to
 * review.
 */
const PAID = new Set(['SUCCEEDED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

const paymentOf = (charge: v.InferOutput<typeof Charge>): TheirPayment => ({
  providerPaymentId: charge.id,
  reference: charge.orderId ?? '',
  paid: PAID.has(charge.status) ? charge.amount : 0,
  refunded: charge.refundedAmount ?? 0,
  currency: charge.currency,
  at: new Date(charge.createdAt * 1000),
})

const PROVIDER = 'monei'

const readPayment = (body: unknown): MoneiPayment => readAnswer(PROVIDER, MoneiPayment, body)

export interface MoneiSettings {
  /** With the version: `https://api.monei.com/v1`. */
  baseUrl: string
  /** `baseUrl` as a browser reaches it. */
  browserBaseUrl: string
  /** `https://graphql.monei.com`, for listing charges. */
  graphqlUrl: string
  /** The first one calls; all of them verify webhooks, so that a key can be rotated. */
  apiKeys: readonly [string, ...string[]]
  accountId: string
  timeoutMs?: number
}

/**
 * MONEI (providers 2). It has neither an idempotency header nor a search by order id, so a charge takes two steps:
 * create the payment, which moves no money, and confirm it with the card. The id is known before money can move, and
 * a payment can be confirmed only once: after a lost response a read returns the outcome. A wallet's payment is
 * confirmed on MONEI's page (docs/decisions/0205).
 */
export function moneiPayments(settings: MoneiSettings): CardPayments {
  const wire = openWire(settings)
  return {
    charge: async (request) =>
      request.method === 'pix' ? { state: 'failed', reason: 'PIX_DISABLED' } : charge(wire(), request),
    cancel: (ref) => cancel(wire(), ref),
    async find({ attemptId, providerPaymentId }) {
      if (!providerPaymentId) return undefined
      const payment = await wire().read(providerPaymentId)
      return payment && payment.orderId === attemptId && !isUnconfirmed(payment) ? toPaymentUpdate(payment) : undefined
    },
    // An unknown payment is 404 with a valid key, 401 with another.
    check: checkAt(settings.baseUrl, () => wire().read('doctor')),
    refund: (request) => refund(wire(), request),
    // The card form waits for this answer.
    wallets: () => openWire({ ...settings, timeoutMs: WALLETS_TIMEOUT_MS })().wallets(settings.accountId),
    list: (since) => listMoneiPayments(settings, since),
    keepCard: (card) => keepMoneiCard(wire(), card),
    forgetCard: forgetMoneiCard,
    readWebhook: (raw, now) => readMoneiWebhook(settings.apiKeys, raw, now),
    browser: {
      provider: PROVIDER,
      baseUrl: settings.browserBaseUrl,
      accountId: settings.accountId,
      keptCardNeedsCode: false,
    },
  }
}

/** A new wire for each operation: all its requests share one deadline. */
function openWire({ baseUrl, apiKeys, timeoutMs = PROVIDER_TIMEOUT_MS }: MoneiSettings): () => Wire {
  const headers = { authorization: apiKeys[0], 'user-agent': 'Cuida/1' }
  return () => {
    const until = deadlineIn(timeoutMs)
    const common = { provider: PROVIDER, headers, until }
    return {
      post: (path, json) => exchange({ ...common, method: 'POST', url: baseUrl + path, json }),
      async read(id) {
        const url = `${baseUrl}/payments/${encodeURIComponent(id)}`
        const { status, body } = await exchange({ ...common, method: 'GET', url })
        return status === 404 ? undefined : readPayment(body)
      },
      async wallets(accountId) {
        const url = `${baseUrl}/payment-methods?accountId=${encodeURIComponent(accountId)}`
        const { status, body } = await exchange({ ...common, method: 'GET', url })
        if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
        const { paymentMethods } = readAnswer(PROVIDER, Methods, body)
        return WALLETS.filter((wallet) => paymentMethods.includes(wallet))
      },
    }
  }
}

async function charge(wire: Wire, request: CardCharge | WalletCharge): Promise<PaymentUpdate> {
  const known = request.providerPaymentId ? await wire.read(request.providerPaymentId) : undefined
  if (known && known.orderId !== request.attemptId)
    throw new ProviderDown(PROVIDER, 'the payment is of another attempt')
  if (known && !isUnconfirmed(known)) return toPaymentUpdate(known)
  const payment = known ?? (await create(wire, request))
  if (payment === undefined) return { state: 'failed', reason: 'DECLINED' }
  if (!known) await request.onCreated?.(payment.id)
  // A wallet pays on MONEI's page, whose address only the patient gets.
  return request.method === 'card' ? confirm(wire, payment.id, request) : toPaymentUpdate(payment)
}

async function create(wire: Wire, request: CardCharge | WalletCharge): Promise<MoneiPayment | undefined> {
  const { method, attemptId, amount, currency, payer, returnUrl, ip, expiresAt } = request
  const { status, body } = await wire.post('/payments', {
    amount,
    currency,
    orderId: attemptId,
    description: request.description,
    transactionType: 'SALE',
    allowedPaymentMethods: [method],
    ...(method === 'card' ? { sessionId: request.tokenSession } : { metadata: { wallet: method } }),
    callbackUrl: request.callbackUrl,
    completeUrl: returnUrl,
    failUrl: returnUrl,
    cancelUrl: returnUrl,
    customer: { email: payer.email, name: `${payer.firstName} ${payer.lastName}`, phone: payer.phone },
    ...(ip ? { sessionDetails: { ip } } : {}),
    ...(expiresAt ? { expireAt: Math.floor(expiresAt.getTime() / 1000) } : {}),
  })
  return status < 300 ? readPayment(body) : undefined
}

async function confirm(wire: Wire, id: string, request: CardCharge): Promise<PaymentUpdate> {
  const { cardToken, cardholderName, payer } = request
  const { status, body } = await wire.post(`/payments/${encodeURIComponent(id)}/confirm`, {
    paymentToken: cardToken,
    paymentMethod: { card: { cardholderName, cardholderEmail: payer.email } },
    ...(request.keepCard ? { generatePaymentToken: true } : {}),
  })
  if (status < 300) return toPaymentUpdate(readPayment(body))
  // The request was refused: the token is invalid, or a concurrent request confirmed the payment. A read tells which.
  const payment = await wire.read(id)
  if (payment && !isUnconfirmed(payment)) return toPaymentUpdate(payment)
  return { state: 'failed', providerPaymentId: id, reason: 'DECLINED' }
}

async function cancel(
  wire: Wire,
  { attemptId, providerPaymentId: id }: { attemptId: string; providerPaymentId: string },
): Promise<PaymentUpdate | undefined> {
  await wire.post(`/payments/${encodeURIComponent(id)}/cancel`, { cancellationReason: 'requested_by_customer' })
  const payment = await wire.read(id)
  return payment?.orderId === attemptId ? toPaymentUpdate(payment) : undefined
}

/**
 * MONEI has no refund id. The refunded total prevents duplicates: a refund is sent only while the provider's total
 * equals `refundedBefore`, and a total that already includes it counts as success. This requires that the refunds of
 * one payment are sent in sequence; the provider itself refuses a second full refund.
 */
async function refund(wire: Wire, request: RefundRequest): Promise<{ refundedAmount: number }> {
  const { providerPaymentId: id, amount, refundedBefore = 0 } = request
  const targetAmount = refundedBefore + amount
  const before = await wire.read(id)
  if (!before) throw new RefundRefused('unknown payment')
  if ((before.refundedAmount ?? 0) >= targetAmount) return { refundedAmount: before.refundedAmount ?? 0 }
  if ((before.refundedAmount ?? 0) !== refundedBefore) throw new RefundRefused('the refunds differ from our books')
  const path = `/payments/${encodeURIComponent(id)}/refund`
  const { status, body } = await wire.post(path, { amount, refundReason: 'requested_by_customer' })
  const after = status < 300 ? readPayment(body) : await wire.read(id)
  const refundedAmount = after?.refundedAmount ?? 0
  if (refundedAmount < targetAmount) throw new RefundRefused(`HTTP ${status}`)
  return { refundedAmount }
}

/**
 * MONEI saves a card as a permanent token that comes with a payment (product 12.9): the one that it just made, or a
 * payment of zero that only verifies it.
 */
async function keepMoneiCard(wire: Wire, card: CardToSave): Promise<KeptCard> {
  const payment = card.providerPaymentId ? await wire.read(card.providerPaymentId) : await verify(wire, card)
  if (!payment) throw new CardNotSaved('unknown payment')
  return toKeptCard(payment)
}

/** MONEI documents no call that voids a token: deleting our row is all. */
async function forgetMoneiCard(): Promise<void> {}

async function verify(wire: Wire, card: CardToSave): Promise<MoneiPayment> {
  const { reference, currency, tokenSession, cardToken, cardholderName, payer } = card
  const created = await wire.post('/payments', {
    amount: 0,
    currency,
    orderId: reference,
    transactionType: 'VERIF',
    allowedPaymentMethods: ['card'],
    sessionId: tokenSession,
    generatePaymentToken: true,
    customer: { email: payer.email, name: `${payer.firstName} ${payer.lastName}`, phone: payer.phone },
  })
  if (created.status >= 300) throw new CardNotSaved(`HTTP ${created.status}`)
  const { id } = readPayment(created.body)
  const { status, body } = await wire.post(`/payments/${encodeURIComponent(id)}/confirm`, {
    paymentToken: cardToken,
    paymentMethod: { card: { cardholderName, cardholderEmail: payer.email } },
    generatePaymentToken: true,
  })
  if (status >= 300) throw new CardNotSaved(`HTTP ${status}`)
  const payment = readPayment(body)
  // The bank wants a challenge, which only a payment can present.
  if (payment.status !== 'SUCCEEDED') throw new CardNotSaved(payment.status)
  return payment
}

function toKeptCard(payment: MoneiPayment): KeptCard {
  const { maskedCardNumber, cardType } = cardOf(payment)
  const { fingerprint, expiration } = payment.paymentMethod?.card ?? {}
  const { paymentToken } = payment
  if (!paymentToken || !maskedCardNumber || !cardType || !fingerprint || !expiration)
    throw new CardNotSaved('the payment does not describe its card')
  const expires = new Date(expiration * 1000)
  return {
    fingerprint,
    cardId: paymentToken,
    cardType,
    maskedCardNumber,
    expiryMonth: expires.getUTCMonth() + 1,
    expiryYear: expires.getUTCFullYear(),
  }
}

interface Wire {
  post(path: string, json: object): Promise<Answer>
  read(id: string): Promise<MoneiPayment | undefined>
  wallets(accountId: string): Promise<Wallet[]>
}

/** MONEI lists charges by its GraphQL API only, newest first. */
async function listMoneiPayments(
  settings: { graphqlUrl: string; apiKeys: readonly [string, ...string[]]; timeoutMs?: number },
  since: Date,
): Promise<TheirPayment[]> {
  const found: TheirPayment[] = []
  for (let from = 0; ; from += PAGE) {
    const { status, body } = await exchange({
      provider: PROVIDER,
      method: 'POST',
      url: settings.graphqlUrl,
      headers: { authorization: settings.apiKeys[0], 'user-agent': 'Cuida/1' },
      json: { query: QUERY, variables: { from, size: PAGE } },
      until: deadlineIn(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS),
    })
    if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    const { items, total } = readAnswer(PROVIDER, Page, body).data.charges
    const page = items.map(paymentOf)
    found.push(...page.filter(({ at }) => at >= since))
    const oldest = page.at(-1)
    if (!oldest || oldest.at < since || from + PAGE >= total) return found
  }
}
