import * as v from 'valibot'
import { type Moves, move } from '../../kit/moves.ts'
import { Currency, Id, Moment } from '../../kit/shapes.ts'
import { FailureReason } from '../payment/failure.ts'
import { CancelledBy, RefundState } from '../refund/refund.ts'

export const CardType = v.picklist(['visa', 'master', 'amex'])
export type CardType = v.InferOutput<typeof CardType>

/** B4.1. PENDING waits for the patient or the bank; PROCESSING for us or the provider; unknown is PROCESSING. */
export const OrderStatus = v.picklist(['PROCESSING', 'PENDING', 'ACTIVE', 'FAILED'])
export type OrderStatus = v.InferOutput<typeof OrderStatus>

export type OrderEvent = 'challenged' | 'resumed' | 'paid' | 'refused'

/** An order that reached ACTIVE or FAILED never leaves it: money that arrives later is refunded, not re-opened. */
export const orderMoves: Moves<OrderStatus, OrderEvent> = {
  PROCESSING: { challenged: 'PENDING', paid: 'ACTIVE', refused: 'FAILED' },
  PENDING: { resumed: 'PROCESSING', paid: 'ACTIVE', refused: 'FAILED' },
  ACTIVE: {},
  FAILED: {},
}
export const moveOrder = (from: OrderStatus, event: OrderEvent): OrderStatus | undefined =>
  move(orderMoves, from, event)

/** How an order is paid, as it is asked for. What costs nothing is `FULL_DISCOUNT`, whatever was asked. */
export const PaymentMethod = v.picklist(['CARD_FIRST_PAYMENT', 'PIX'])
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

/** B3.4, as the patient's app polls it. Amounts in minor units. */
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
  /** What has gone back so far, by our books. */
  refundAmount: v.number(),
  /** What goes back by itself, if anything does; null otherwise. */
  refund: v.nullable(v.object({ amount: v.number(), state: RefundState })),
  cancelledBy: v.nullable(CancelledBy),
  maskedCardNumber: v.nullable(v.string()),
  cardType: v.nullable(CardType),
  paymentMethodType: v.string(),
  installments: v.number(),
  /** What the payer pays in all: `amount`, and the interest of the parts where their bank takes any. */
  payerTotal: v.number(),
  paymentId: v.nullable(Id),
  /** Where the bank wants to see the patient (3-D Secure) while the order is PENDING. */
  challengeUrl: v.nullable(v.string()),
  /** The same where the bank asks in a frame of the app: `request` is posted to `url` there, as `creq`. */
  challengeFrame: v.nullable(v.object({ url: v.string(), request: v.string() })),
  /** The code to pay with and until when it is good, while the order is PENDING and waits for it. */
  pix: v.nullable(v.object({ code: v.string(), expiresAt: Moment })),
  consultations: v.array(v.object({ id: Id, startTime: v.nullable(Moment), clinicianId: v.nullable(Id) })),
  createdAt: Moment,
})
export type Order = v.InferOutput<typeof Order>
