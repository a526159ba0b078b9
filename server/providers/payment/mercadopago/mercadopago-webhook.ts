import type { RawWebhook, WebhookNote } from '../port.ts'
import { isRecent, partsOf, signedBy } from '../signature.ts'

/** Query parameter of our notification URL with the attempt id. */
export const ATTEMPT_PARAMETER = 'attempt'
const CHARGEBACKS = 'topic_chargebacks_wh'
/** Topics about a subscription and about one of its installments (docs/decisions/0208). */
const SUBSCRIPTION = 'subscription_preapproval'
const INSTALLMENT = 'subscription_authorized_payment'
/** The shape of the id that each topic names. */
const IDS: Readonly<Record<string, RegExp>> = {
  payment: /^\d{1,20}$/,
  [CHARGEBACKS]: /^\d{1,20}$/,
  [SUBSCRIPTION]: /^[0-9a-f]{1,64}$/,
  [INSTALLMENT]: /^\d{1,20}$/,
}
/** Query parameter of a subscription's notification URL with our id. */
const SUBSCRIPTION_PARAMETER = 'subscription'
/** Marks the id of an installment, which is not the id of its payment. */
export const INSTALLMENT_PREFIX = 'installment:'
/** However many unsigned notifications name a payment, the provider is queried at most once in this time. */
const UNSIGNED_EVERY_MS = 10_000

/**
 * Mercado Pago signs the payment id of the query, the request id and the time (product 12.6). The body is not signed,
 * so it is not read.
 */
export function readMercadoPagoWebhook(
  secrets: readonly string[],
  raw: RawWebhook,
  now: Date,
): WebhookNote | undefined {
  if (!('x-signature' in raw.headers)) return readUnsigned(raw, now)
  const id = raw.query['data.id']
  const { ts, v1 } = partsOf(raw.headers['x-signature']) ?? {}
  const topic = raw.query.type ?? ''
  if (!id || !Object.hasOwn(IDS, topic) || !IDS[topic]?.test(id)) return undefined
  if (ts === undefined || v1 === undefined || !/^\d{10}(\d{3})?$/.test(ts)) return undefined
  // The documentation says milliseconds, its older examples are seconds.
  if (!isRecent(ts.length === 13 ? Number(ts) : Number(ts) * 1000, now)) return undefined
  const requestId = raw.headers['x-request-id']
  const manifest = `id:${id};${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
  if (!signedBy(secrets, manifest, v1)) return undefined
  if (topic === CHARGEBACKS)
    return { eventId: `dispute:${id}:${requestId ?? ts}`, providerPaymentId: '', disputeId: id }
  const subscriptionId = raw.query[SUBSCRIPTION_PARAMETER]
  const hint = subscriptionId === undefined ? {} : { subscriptionId }
  // An installment's id is not a payment's: the subscriptions adapter knows the prefix.
  const noted = topic === INSTALLMENT ? INSTALLMENT_PREFIX + id : id
  if (topic === SUBSCRIPTION || topic === INSTALLMENT)
    return { eventId: `${noted}:${requestId ?? ts}`, providerPaymentId: noted, ...hint }
  return {
    eventId: `${id}:${requestId ?? ts}`,
    attemptId: raw.query[ATTEMPT_PARAMETER],
    providerPaymentId: id,
    ...hint,
  }
}

/** The older IPN (`topic` and `id`), and webhooks of applications without a secret. */
function readUnsigned({ query }: RawWebhook, now: Date): WebhookNote | undefined {
  const topic = query.type ?? query.topic
  const id = query['data.id'] ?? query.id
  if (topic !== 'payment' || !id || !/^\d{1,20}$/.test(id)) return undefined
  const eventId = `unsigned:${id}:${Math.floor(now.getTime() / UNSIGNED_EVERY_MS)}`
  return { eventId, attemptId: query[ATTEMPT_PARAMETER], providerPaymentId: id, isUnsigned: true }
}
