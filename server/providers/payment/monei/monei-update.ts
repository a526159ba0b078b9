import { Currency } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import type { CardType, FailureReason, PaymentUpdate } from '../port.ts'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The fields of MONEI's payment that we read (product 12.9). An unknown status fails here on purpose. */
export const MoneiPayment = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  orderId: v.string(),
  amount: Amount,
  currency: Currency,
  status: v.picklist([
    'SUCCEEDED',
    'PENDING',
    'FAILED',
    'CANCELED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
    'AUTHORIZED',
    'EXPIRED',
  ]),
  statusCode: v.nullish(v.string()),
  /** Ours: the wallet of a payment that is made on MONEI's page. */
  metadata: v.nullish(v.object({ wallet: v.optional(v.unknown()) })),
  refundedAmount: v.nullish(Amount),
  /** Permanent token; present only when it was requested. */
  paymentToken: v.nullish(v.string()),
  nextAction: v.nullish(
    v.object({ type: v.string(), mustRedirect: v.nullish(v.boolean()), redirectUrl: v.nullish(v.string()) }),
  ),
  paymentMethod: v.nullish(
    v.object({
      card: v.nullish(
        v.object({
          brand: v.nullish(v.string()),
          last4: v.nullish(v.string()),
          fingerprint: v.nullish(v.string()),
          expiration: v.nullish(v.number()),
        }),
      ),
    }),
  ),
})
export type MoneiPayment = v.InferOutput<typeof MoneiPayment>

/** Product 12.13; every other code is a plain decline. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  E221: 'INSUFFICIENT_FUNDS',
  E501: 'BAD_CARD_DETAILS',
  E502: 'BAD_CARD_DETAILS',
  E503: 'BAD_CARD_DETAILS',
  E505: 'BAD_CARD_DETAILS',
  E504: 'DISABLED_CARD',
  E509: 'DISABLED_CARD',
  E209: 'DUPLICATED_PAYMENT',
  E217: 'SIMILAR_PAYMENT',
  E301: 'UNAUTHORISED',
  E302: 'UNAUTHORISED',
  E303: 'UNAUTHORISED',
  E228: 'UNAUTHORISED',
  E517: 'FORBIDDEN_INTER_COUNTRY',
  E103: 'FORBIDDEN_INTER_COUNTRY',
}

const CARD_TYPES: Readonly<Record<string, CardType>> = { visa: 'visa', mastercard: 'master', amex: 'amex' }

/**
 * The payment was created but no card was presented: no money can move. A wallet's payment is confirmed by the patient on
 * MONEI's page.
 */
export const isUnconfirmed = ({ status, nextAction, metadata }: MoneiPayment): boolean =>
  status === 'PENDING' && nextAction?.type === 'CONFIRM' && !metadata?.wallet

export function toPaymentUpdate(payment: MoneiPayment): PaymentUpdate {
  const { id: providerPaymentId, amount, currency, refundedAmount } = payment
  switch (payment.status) {
    case 'SUCCEEDED':
      return { state: 'succeeded', providerPaymentId, amount, currency, ...cardOf(payment) }
    case 'PENDING':
      return pendingUpdate(payment)
    case 'AUTHORIZED':
      return { state: 'processing', providerPaymentId }
    case 'FAILED':
      return { state: 'failed', providerPaymentId, reason: REASONS[payment.statusCode ?? ''] ?? 'DECLINED' }
    case 'CANCELED':
      return { state: 'failed', providerPaymentId, reason: 'CANCELLED' }
    case 'EXPIRED':
      return { state: 'failed', providerPaymentId, reason: 'EXPIRED' }
    case 'REFUNDED':
      return { state: 'refunded', providerPaymentId, refundedAmount: refundedAmount ?? amount, amount, currency }
    case 'PARTIALLY_REFUNDED':
      return { state: 'refunded', providerPaymentId, refundedAmount: refundedAmount ?? 0, amount, currency }
  }
}

/** `mustRedirect` means that the patient must go to the page of the bank or of MONEI; otherwise the bank is processing. */
function pendingUpdate({ id: providerPaymentId, nextAction }: MoneiPayment): PaymentUpdate {
  const url = nextAction?.mustRedirect ? nextAction.redirectUrl : undefined
  if (url && /^https?:\/\//.test(url))
    return { state: 'pending', providerPaymentId, nextAction: { kind: 'redirect', url } }
  return { state: 'processing', providerPaymentId }
}

export function cardOf({ paymentMethod }: MoneiPayment): { maskedCardNumber?: string; cardType?: CardType } {
  const { brand, last4 } = paymentMethod?.card ?? {}
  const masked = last4 && /^\d{4}$/.test(last4) ? { maskedCardNumber: `•••• ${last4}` } : {}
  const cardType = CARD_TYPES[brand ?? '']
  return { ...masked, ...(cardType ? { cardType } : {}) }
}
