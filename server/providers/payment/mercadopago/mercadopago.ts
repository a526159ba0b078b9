import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import * as v from 'valibot'
import { within } from '../../kept-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../../post.ts'
import { ProviderDown } from '../../provider-down.ts'
import { toDecimal } from '../decimal.ts'
import {
  type CardPayments,
  type ChargeRequest,
  type PaymentUpdate,
  RefundRefused,
  type RefundRequest,
  type TheirPayment,
} from '../port.ts'
import { forgetMercadoPagoCard, keepMercadoPagoCard } from './mercadopago-cards.ts'
import { disputedPayments, standingOf, withDisputes } from './mercadopago-dispute.ts'
import { beginningOf, type CardMethod, methodOfCard, offersPath } from './mercadopago-method.ts'
import { Decimal, MercadoPagoPayment, pixRefusal, toPaymentUpdate } from './mercadopago-update.ts'
import { ATTEMPT_PARAMETER, readMercadoPagoWebhook } from './mercadopago-webhook.ts'
import type { Wire } from './mercadopago-wire.ts'

const PAGE = 50

const Listed = v.object({
  paging: v.object({ total: v.number() }),
  results: v.array(v.object({ ...MercadoPagoPayment.entries, date_created: v.pipe(v.string(), v.isoTimestamp()) })),
})

const Offers = v.array(v.object({ payer_costs: v.nullish(v.array(v.unknown()), []) }))
/** One of `payer_costs` (product 12.4). What it says in words (`recommended_message`) is the provider's, in one language. */
const Cost = v.pipe(
  v.object({ installments: v.number(), installment_amount: Decimal, total_amount: Decimal }),
  v.transform(
    ({ installments, installment_amount: each, total_amount: total }): InstallmentOption => ({
      installments,
      each,
      total,
    }),
  ),
)

/** In which parts so much may be paid, at each bank that the card of a token may be of; at none where nobody tells whose it is. */
async function installmentsOfCard(
  wire: Wire,
  card: { cardToken: string; amount: number },
): Promise<InstallmentOption[][]> {
  const { cardToken, amount } = card
  const bin = await beginningOf(wire, cardToken)
  const { status, body } = bin ? await wire.get(offersPath(bin, amount)) : { status: 404, body: null }
  return status >= 300 ? [] : readAnswer('mercadopago', Offers, body).map(installmentsIn)
}

/** A line that we cannot read is not offered; the others are. */
const installmentsIn = ({ payer_costs: costs }: v.InferOutput<typeof Offers>[number]): InstallmentOption[] =>
  (costs ?? []).flatMap((cost) => {
    const { success, output } = v.safeParse(Cost, cost)
    return success ? [output] : []
  })

export interface MercadoPagoSettings {
  /** `https://api.mercadopago.com` */
  baseUrl: string
  /** The same, as a browser reaches it. */
  browserBaseUrl: string
  accessToken: string
  publicKey: string
  /** All of them verify webhooks, so that a secret can be rotated. */
  webhookSecrets: readonly string[]
  timeoutMs?: number
}

const PROVIDER = 'mercadopago'
const Found = v.object({ results: v.array(MercadoPagoPayment) })

/**
 * Mercado Pago (providers 1). The attempt id is the idempotency key and the external reference: the same attempt
 * charged again is answered with the first payment, and a lost answer is found by its reference.
 */
export function mercadoPagoPayments(settings: MercadoPagoSettings): CardPayments {
  const wire = openWire(settings)
  return {
    charge: (request) => charge(wire(), request),
    async find({ attemptId, providerPaymentId }) {
      const line = wire()
      const payment = providerPaymentId ? await read(line, providerPaymentId) : await search(line, attemptId)
      return payment?.external_reference === attemptId ? withDisputes(line, payment) : undefined
    },
    cancel: (ref) => cancel(wire(), ref),
    refund: (request) => refund(wire(), request),
    list: (since) => listMercadoPagoPayments(wire, since),
    disputed: (id) => disputedPayments(wire(), id, read),
    keepCard: (card) => keepMercadoPagoCard(wire(), card),
    forgetCard: (card) => forgetMercadoPagoCard(wire(), card),
    readWebhook: (raw, now) => readMercadoPagoWebhook(settings.webhookSecrets, raw, now),
    installments: (card) => installmentsOfCard(wire(), card),
    browser: {
      provider: PROVIDER,
      baseUrl: settings.browserBaseUrl,
      publicKey: settings.publicKey,
      keptCardNeedsCode: true,
    },
  }
}

/** Each operation opens its own wire: one deadline for all that it asks. */
function openWire({ baseUrl, accessToken, timeoutMs = PROVIDER_TIMEOUT_MS }: MercadoPagoSettings): () => Wire {
  const authorization = `Bearer ${accessToken}`
  return () => {
    const common = { provider: PROVIDER, until: within(timeoutMs) }
    const write = (method: 'POST' | 'PUT', path: string, key: string, json: object, more = {}) => {
      const headers = { authorization, 'x-idempotency-key': key, ...more }
      return exchange({ ...common, method, url: baseUrl + path, headers, json })
    }
    return {
      post: (path, key, json, more) => write('POST', path, key, json, more),
      put: (path, key, json) => write('PUT', path, key, json),
      get: (path) => exchange({ ...common, method: 'GET', url: baseUrl + path, headers: { authorization } }),
      remove: (path, key) => {
        const headers = { authorization, 'x-idempotency-key': key }
        return exchange({ ...common, method: 'DELETE', url: baseUrl + path, headers })
      },
    }
  }
}

const readPayment = (body: unknown): MercadoPagoPayment => readAnswer(PROVIDER, MercadoPagoPayment, body)

async function charge(wire: Wire, request: ChargeRequest): Promise<PaymentUpdate> {
  const device: Record<string, string> =
    request.method === 'card' && request.deviceSessionId ? { 'x-meli-session-id': request.deviceSessionId } : {}
  const method = request.method === 'card' ? await methodOfCard(wire, request) : {}
  const { status, body } = await wire.post('/v1/payments', request.attemptId, paymentOf(request, method), device)
  // The key was used with another body: an earlier try of ours is there, and `find` tells what became of it.
  if (status === 409) throw new ProviderDown(PROVIDER, 'idempotency conflict')
  if (status >= 300) return { state: 'failed', reason: request.method === 'pix' ? pixRefusal(body) : 'DECLINED' }
  return toPaymentUpdate(readPayment(body))
}

function paymentOf(request: ChargeRequest, method: CardMethod): object {
  const { attemptId, payer, ip } = request
  const notification = new URL(request.callbackUrl)
  notification.searchParams.set(ATTEMPT_PARAMETER, attemptId)
  // Without it Mercado Pago sends its older IPN to the same address too, which nobody signs.
  notification.searchParams.set('source_news', 'webhooks')
  return {
    ...methodOf(request),
    ...method,
    transaction_amount: toDecimal(request.amount),
    description: request.description,
    external_reference: attemptId,
    notification_url: notification.href,
    payer: {
      email: payer.email,
      first_name: payer.firstName,
      last_name: payer.lastName,
      ...(payer.document ? { identification: payer.document } : {}),
      ...(request.method === 'card' && request.customerId ? { type: 'customer', id: request.customerId } : {}),
    },
    ...(ip ? { additional_info: { ip_address: ip } } : {}),
  }
}

const methodOf = (request: ChargeRequest): object =>
  request.method === 'card'
    ? {
        token: request.cardToken,
        installments: request.installments,
        // The documents want an answer that may be late, and money that is taken, wherever a bank may ask.
        ...(request.showsChallenge ? { three_d_secure_mode: 'optional', binary_mode: false, capture: true } : {}),
      }
    : // With an offset and milliseconds, as the documentation shows it.
      { payment_method_id: 'pix', date_of_expiration: request.expiresAt.toISOString().replace('Z', '+00:00') }

/** Only what waits can be cancelled; of anything else the provider refuses, and the payment tells how it stands. */
async function cancel(
  wire: Wire,
  { attemptId, providerPaymentId }: { attemptId: string; providerPaymentId: string },
): Promise<PaymentUpdate | undefined> {
  const path = `/v1/payments/${encodeURIComponent(providerPaymentId)}`
  await wire.put(path, `${attemptId}-cancel`, { status: 'cancelled' })
  const payment = await read(wire, providerPaymentId)
  return payment?.external_reference === attemptId ? toPaymentUpdate(payment) : undefined
}

async function read(wire: Wire, id: string): Promise<MercadoPagoPayment | undefined> {
  const { status, body } = await wire.get(`/v1/payments/${encodeURIComponent(id)}`)
  return status === 404 ? undefined : readPayment(body)
}

/** One payment an attempt, thanks to the key. Were there more, the one that took money matters. */
async function search(wire: Wire, attemptId: string): Promise<MercadoPagoPayment | undefined> {
  const { body } = await wire.get(`/v1/payments/search?external_reference=${encodeURIComponent(attemptId)}`)
  const { results } = readAnswer(PROVIDER, Found, body)
  return results.find(({ status }) => status === 'approved' || status === 'refunded') ?? results[0]
}

async function refund(wire: Wire, request: RefundRequest): Promise<{ refundedAmount: number }> {
  const { providerPaymentId: id, refundId, amount, refundedBefore = 0 } = request
  const path = `/v1/payments/${encodeURIComponent(id)}/refunds`
  const { status } = await wire.post(path, refundId, { amount: toDecimal(amount) })
  const refundedAmount = (await read(wire, id))?.transaction_amount_refunded ?? 0
  // Refused, and yet the money went back: somebody refunded it by hand.
  if (status >= 300 && refundedAmount < refundedBefore + amount) throw new RefundRefused(`HTTP ${status}`)
  return { refundedAmount: Math.max(refundedAmount, refundedBefore + amount) }
}

/** Mercado Pago's search of payments, the oldest first, so that new ones do not push others over a page's edge. */
async function listMercadoPagoPayments(wire: () => Wire, since: Date): Promise<TheirPayment[]> {
  const found: TheirPayment[] = []
  for (let offset = 0; ; offset += PAGE) {
    const range = { range: 'date_created', begin_date: since.toISOString(), end_date: 'NOW' }
    const page = { sort: 'date_created', criteria: 'asc', limit: String(PAGE), offset: String(offset) }
    // Each page has a deadline of its own.
    const { status, body } = await wire().get(`/v1/payments/search?${new URLSearchParams({ ...range, ...page })}`)
    if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
    const { paging, results } = readAnswer(PROVIDER, Listed, body)
    found.push(...results.map(theirPayment))
    if (results.length === 0 || offset + PAGE >= paging.total) return found
  }
}

function theirPayment(payment: v.InferOutput<typeof Listed>['results'][number]): TheirPayment {
  const { state } = toPaymentUpdate(payment)
  return {
    providerPaymentId: payment.id,
    reference: payment.external_reference ?? '',
    paid: state === 'succeeded' || state === 'refunded' ? payment.transaction_amount : 0,
    refunded: payment.transaction_amount_refunded ?? 0,
    currency: payment.currency_id,
    at: new Date(payment.date_created),
    dispute: standingOf(payment),
  }
}
