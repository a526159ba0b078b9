import { randomBytes, randomUUID } from 'node:crypto'
import { credentials } from '../credentials.ts'
import { type Fields, fieldsOf, isCents, isWebUrl, textOf } from '../kit/fields.ts'
import { type Outcome, statusMessages } from './cards.ts'
import { type CardToken, MoneiError, type Payment, type Refund, type Status } from './wire.ts'

/** A new payment: nothing is charged until a card confirms it. Times in Unix seconds. */
export function newPayment(body: unknown, now: number, publicUrl: string): Payment {
  const sent = fieldsOf(body)
  const { amount, currency, callbackUrl, completeUrl, failUrl, expireAt } = sent
  const orderId = textOf(sent.orderId)
  // Only a card verification has the amount zero.
  if (!isCents(amount) || (amount === 0) !== (sent.transactionType === 'VERIF'))
    throw new MoneiError(422, 'amount must be a positive integer of cents')
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) throw new MoneiError(422, 'currency is required')
  if (!orderId) throw new MoneiError(422, 'orderId is required')
  for (const url of [callbackUrl, completeUrl, failUrl, sent.cancelUrl])
    if (url !== undefined && !isWebUrl(url)) throw new MoneiError(422, 'a URL is malformed')
  const allowed = Array.isArray(sent.allowedPaymentMethods) ? sent.allowedPaymentMethods.map(String) : undefined
  if (allowed?.some((method) => !paymentMethods.includes(method)))
    throw new MoneiError(422, 'allowedPaymentMethods must be enabled')
  const id = randomBytes(16).toString('hex')
  const hosted = `${publicUrl}/simulators/monei/${!allowed || allowed.includes('card') ? '3ds' : 'pay'}/${id}`
  return {
    id,
    amount,
    currency,
    orderId,
    accountId: credentials.monei.accountId,
    livemode: false,
    ...statusOf('PENDING', 'E001'),
    description: textOf(sent.description) ?? null,
    customer: sent.customer ? fieldsOf(sent.customer) : null,
    metadata: sent.metadata ? fieldsOf(sent.metadata) : null,
    refundedAmount: null,
    lastRefundAmount: null,
    lastRefundReason: null,
    cancellationReason: null,
    nextAction: { type: 'CONFIRM', mustRedirect: true, redirectUrl: hosted },
    paymentMethod: null,
    paymentToken: null,
    createdAt: now,
    updatedAt: now,
    private: {
      callbackUrl: textOf(callbackUrl),
      completeUrl: textOf(completeUrl),
      failUrl: textOf(failUrl),
      sessionId: textOf(sent.sessionId),
      expireAt: isCents(expireAt) ? expireAt : undefined,
      keepsCard: sent.generatePaymentToken === true,
      cancelUrl: textOf(sent.cancelUrl),
      allowed,
    },
  }
}

export const statusOf = (status: Status, statusCode: string) => ({
  status,
  statusCode,
  statusMessage: statusMessages[statusCode] ?? '',
})

/** The methods that this account has enabled. */
export const paymentMethods: readonly string[] = ['card', 'bizum', 'applePay', 'googlePay']

export function methodOf(
  { card, wallet, phoneNumber }: Pick<CardToken, 'card' | 'wallet' | 'phoneNumber'>,
  holder: Fields,
): Payment['paymentMethod'] {
  if (phoneNumber) return { method: 'bizum', bizum: { phoneNumber } }
  const { brand, last4, fingerprint, expiryMonth, expiryYear } = card
  const expiration = Date.UTC(expiryYear, expiryMonth) / 1000 - 1
  const names = { cardholderName: textOf(holder.cardholderName), cardholderEmail: textOf(holder.cardholderEmail) }
  const common = { country: 'ES', type: 'credit', brand, last4, expiration }
  // The provider has no fingerprint of a wallet's card.
  if (wallet) return { method: 'card', card: { ...common, tokenizationMethod: wallet } }
  return { method: 'card', card: { ...common, fingerprint, ...names } }
}

/** Applies the card's outcome. */
export function applyOutcome(payment: Payment, outcome: Outcome, publicUrl: string): Payment {
  if (outcome === 'approve' || outcome === 'approve-once')
    return { ...payment, ...statusOf('SUCCEEDED', 'E000'), nextAction: null }
  if (outcome !== 'challenge') return { ...payment, ...statusOf('FAILED', outcome), nextAction: null }
  const redirectUrl = `${publicUrl}/simulators/monei/3ds/${payment.id}`
  return {
    ...payment,
    ...statusOf('PENDING', 'E002'),
    nextAction: { type: 'CHALLENGE', mustRedirect: true, redirectUrl },
  }
}

export function applyRefund(payment: Payment, sent: Fields, at: number): { payment: Payment; refund: Refund } {
  if (payment.status === 'REFUNDED') throw new MoneiError(422, 'E220: payment is already fully refunded')
  if (payment.status !== 'SUCCEEDED' && payment.status !== 'PARTIALLY_REFUNDED')
    throw new MoneiError(422, 'E225: refund is not allowed for this payment')
  const before = payment.refundedAmount ?? 0
  const amount = sent.amount ?? payment.amount - before
  if (!isCents(amount) || amount === 0) throw new MoneiError(422, 'amount must be a positive integer of cents')
  const refundedAmount = before + amount
  if (refundedAmount > payment.amount) throw new MoneiError(422, 'E219: refund exceeds the amount of the payment')
  const status = refundedAmount === payment.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const lastRefundReason = textOf(sent.refundReason) ?? null
  const { id: paymentId, orderId, currency } = payment
  return {
    payment: { ...payment, status, refundedAmount, lastRefundAmount: amount, lastRefundReason },
    refund: { id: randomUUID(), paymentId, orderId, amount, currency, at },
  }
}
