import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import { checkAt } from '../../provider-check.ts'
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
import { deleteMercadoPagoCard, saveMercadoPagoCard } from './mercadopago-cards.ts'
import { disputedPayments, disputeStatusOf, withDisputes } from './mercadopago-dispute.ts'
import { beginningOf, type CardMethod, methodOfCard, offersPath } from './mercadopago-method.ts'
import { Decimal, MercadoPagoPayment, pixRefusal, toPaymentUpdate } from './mercadopago-update.ts'
import { ATTEMPT_PARAMETER, readMercadoPagoWebhook } from './mercadopago-webhook.ts'
import { openWire, type Wire } from './mercadopago-wire.ts'

const PAGE = 50

const Listed = v.object({
  paging: v.object({ total: v.number() }),
  results: v.array(v.object({ ...MercadoPagoPayment.entries, date_created: v.pipe(v.string(), v.isoTimestamp()) })),
})

const Offers = v.array(v.object({ payer_costs: v.nullish(v.array(v.unknown()), []) }))
/**
 * One of `payer_costs` (product 12.4). Its text (`recommended_message`) exists in one language only and is not used.
 */
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

/** The installments of an amount, for each bank that can have issued the card; empty when the bank is unknown. */
async function installmentsOfCard(
  wire: Wire,
  card: { cardToken: string; amount: number },
): Promise<InstallmentOption[][]> {
  const { cardToken, amount } = card
  const bin = await beginningOf(wire, cardToken)
  const { status, body } = bin ? await wire.get(offersPath(bin, amount)) : { status: 404, body: null }
  return status >= 300 ? [] : readAnswer('mercadopago', Offers, body).map(installmentsIn)
}

/** An unreadable line is left out; the others are offered. */
const installmentsIn = ({ payer_costs: costs }: v.InferOutput<typeof Offers>[number]): InstallmentOption[] =>
  (costs ?? []).flatMap((cost) => {
    const { success, output } = v.safeParse(Cost, cost)
    return success ? [output] : []
  })

export interface MercadoPagoSettings {
  /** `https://api.mercadopago.com` */
  baseUrl: string
  /** `baseUrl` as a browser reaches it. */
  browserBaseUrl: string
  accessToken: string
  publicKey: string
  /** A webhook signed with any of these secrets is accepted, so that a secret can be rotated. */
  webhookSecrets: readonly string[]
  timeoutMs?: number
}

const PROVIDER = 'mercadopago'
const Found = v.object({ results: v.array(MercadoPagoPayment) })

/**
 * Mercado Pago (providers 1). The attempt id is the idempotency key and the external reference: a repeated charge of
 * an attempt returns the first payment, and after a lost response the payment is found by its reference.
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
    check: checkAt(settings.baseUrl, () => search(wire(), 'doctor')),
    cancel: (ref) => cancel(wire(), ref),
    refund: (request) => refund(wire(), request),
    list: (since) => listMercadoPagoPayments(wire, since),
    disputed: (id) => disputedPayments(wire(), id, read),
    keepCard: (card) => saveMercadoPagoCard(wire(), card),
    forgetCard: (card) => deleteMercadoPagoCard(wire(), card),
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

const readPayment = (body: unknown): MercadoPagoPayment => readAnswer(PROVIDER, MercadoPagoPayment, body)

async function charge(wire: Wire, request: ChargeRequest): Promise<PaymentUpdate> {
  const device: Record<string, string> =
    request.method === 'card' && request.deviceSessionId ? { 'x-meli-session-id': request.deviceSessionId } : {}
  const method = request.method === 'card' ? await methodOfCard(wire, request) : {}
  const { status, body } = await wire.post('/v1/payments', request.attemptId, paymentOf(request, method), device)
  // The key was used with another body: an earlier try reached the provider, and `find` returns its outcome.
  if (status === 409) throw new ProviderDown(PROVIDER, 'idempotency conflict')
  if (status >= 300) return { state: 'failed', reason: request.method === 'pix' ? pixRefusal(body) : 'DECLINED' }
  return toPaymentUpdate(readPayment(body))
}

function paymentOf(request: ChargeRequest, method: CardMethod): object {
  const { attemptId, payer, ip } = request
  const notification = new URL(request.callbackUrl)
  notification.searchParams.set(ATTEMPT_PARAMETER, attemptId)
  // Otherwise Mercado Pago also sends its older, unsigned IPN to this address.
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
        // The documentation requires an asynchronous result and automatic capture wherever a bank may present a
        // challenge.
        ...(request.showsChallenge ? { three_d_secure_mode: 'optional', binary_mode: false, capture: true } : {}),
      }
    : // With an offset and milliseconds, as in the documentation.
      { payment_method_id: 'pix', date_of_expiration: request.expiresAt.toISOString().replace('Z', '+00:00') }

/** Only pending payments can be cancelled; the provider refuses others, and a query then returns their state. */
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

/** The key ensures one payment for each attempt. If there were more, the one that took money matters. */
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
  // Refused, but the total shows that the money went back: a person refunded it at the provider.
  if (status >= 300 && refundedAmount < refundedBefore + amount) throw new RefundRefused(`HTTP ${status}`)
  return { refundedAmount: Math.max(refundedAmount, refundedBefore + amount) }
}

/** Queries payments oldest first, so that new ones do not shift others to another page. */
async function listMercadoPagoPayments(wire: () => Wire, since: Date): Promise<TheirPayment[]> {
  const found: TheirPayment[] = []
  for (let offset = 0; ; offset += PAGE) {
    const range = { range: 'date_created', begin_date: since.toISOString(), end_date: 'NOW' }
    const page = { sort: 'date_created', criteria: 'asc', limit: String(PAGE), offset: String(offset) }
    // Each page has its own deadline.
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
    dispute: disputeStatusOf(payment),
  }
}
