import * as v from 'valibot'
import { type Moves, nextState } from '../../kit/moves.ts'
import { Currency, Id, Moment } from '../../kit/shapes.ts'
import { FailureReason } from '../payment/failure.ts'
import { CancelledBy, RefundState } from '../refund/refund.ts'

export const CardType = v.picklist(['visa', 'master', 'amex', 'elo', 'hipercard'])
export type CardType = v.InferOutput<typeof CardType>

/**
 * B4.1. PENDING waits for the patient or the bank; PROCESSING waits for us or the provider, and also stands for
 * unknown.
 */
export const OrderStatus = v.picklist(['PROCESSING', 'PENDING', 'ACTIVE', 'FAILED'])
export type OrderStatus = v.InferOutput<typeof OrderStatus>

export type OrderEvent = 'challenged' | 'resumed' | 'paid' | 'refused'

/** ACTIVE and FAILED are final: a payment that arrives later is refunded and does not reopen the order. */
export const orderMoves: Moves<OrderStatus, OrderEvent> = {
  PROCESSING: { challenged: 'PENDING', paid: 'ACTIVE', refused: 'FAILED' },
  PENDING: { resumed: 'PROCESSING', paid: 'ACTIVE', refused: 'FAILED' },
  ACTIVE: {},
  FAILED: {},
}
export const moveOrder = (from: OrderStatus, event: OrderEvent): OrderStatus | undefined =>
  nextState(orderMoves, from, event)

/** The requested payment method. A free order has `FULL_DISCOUNT`, whatever was requested. */
export const PaymentMethod = v.picklist(['CARD_FIRST_PAYMENT', 'PIX', 'APPLE_PAY', 'GOOGLE_PAY', 'BIZUM'])
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

/** B3.4: an order as the patient's app polls it. Amounts in minor units. */
export const Order = v.object({
  id: Id,
  uuid: Id,
  status: OrderStatus,
  failureDomain: v.nullable(v.literal('Payment')),
  failureReason: v.nullable(FailureReason),
  product: v.object({ id: v.string(), name: v.string(), slug: v.string() }),
  patient: v.object({ id: Id, firstName: v.string() }),
  amount: v.number(),
  currency: Currency,
  /** Refunded so far. */
  refundAmount: v.number(),
  /** The automatic refund; null for none. */
  refund: v.nullable(v.object({ amount: v.number(), state: RefundState })),
  cancelledBy: v.nullable(CancelledBy),
  maskedCardNumber: v.nullable(v.string()),
  cardType: v.nullable(CardType),
  paymentMethodType: v.string(),
  installments: v.number(),
  /** The payer's total: `amount` plus the bank's interest on installments. */
  payerTotal: v.number(),
  paymentId: v.nullable(Id),
  /** Page of the 3-D Secure challenge while the order is PENDING. */
  challengeUrl: v.nullable(v.string()),
  /** 3-D Secure challenge in a frame of the app: `request` is posted to `url` as `creq`. */
  challengeFrame: v.nullable(v.object({ url: v.string(), request: v.string() })),
  /** The Pix code and its expiry, while the order is PENDING and waits for the payment. */
  pix: v.nullable(v.object({ code: v.string(), expiresAt: Moment })),
  consultations: v.array(v.object({ id: Id, startTime: v.nullable(Moment), clinicianId: v.nullable(Id) })),
  createdAt: Moment,
})
export type Order = v.InferOutput<typeof Order>
