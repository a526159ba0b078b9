import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { pagedList } from '../../kit/paged-list.ts'
import { Currency, Id, Moment } from '../../kit/shapes.ts'
import { Invoice } from '../invoice/invoice.ts'
import { Price } from '../order/api.ts'
import { CardType } from '../order/order.ts'
import { RefundReason, RefundState } from '../refund/refund.ts'
import { PaymentStatus } from './payment.ts'

const listed = {
  /** The `paymentId` of its order, or the id of a subscription charge. */
  id: Id,
  /** What was paid for: exactly one of the two is set. */
  orderId: v.nullable(Id),
  subscriptionId: v.nullable(Id),
  status: PaymentStatus,
  /** Product or plan; a plan has no slug. */
  product: v.object({ name: v.string(), slug: v.nullable(v.string()) }),
  patient: v.object({ id: Id, firstName: v.string() }),
  /** Minor units, as are all amounts. */
  amount: v.number(),
  currency: Currency,
  /** Refunded so far. */
  refundAmount: v.number(),
  /** Pending refunds. */
  refundPending: v.number(),
  /** Amount lost in a chargeback, beside refunds. */
  chargedBack: v.number(),
  paymentMethodType: v.string(),
  cardType: v.nullable(CardType),
  maskedCardNumber: v.nullable(v.string()),
  createdAt: Moment,
}

export const PaymentSummary = v.object(listed)
export type PaymentSummary = v.InferOutput<typeof PaymentSummary>

export const Payment = v.object({
  ...listed,
  /** Lines of the price. */
  lines: Price.entries.lines,
  installments: v.number(),
  /** The payer's total, including installment interest. */
  payerTotal: v.number(),
  consultationId: v.nullable(Id),
  refunds: v.array(
    v.object({
      amount: v.number(),
      state: RefundState,
      reason: RefundReason,
      createdAt: Moment,
      settledAt: v.nullable(Moment),
    }),
  ),
  /** null when no invoice will follow. */
  invoice: v.nullable(Invoice),
  /** Only for money that was received. */
  hasReceipt: v.boolean(),
})
export type Payment = v.InferOutput<typeof Payment>

/** Payments of orders and of subscriptions, newest first. */
export const listPayments = call({
  method: 'GET',
  path: '/patients/:id/payments',
  access: 'access',
  params: v.object({ id: Id }),
  ...pagedList(PaymentSummary),
  refusals: { PATIENT_NOT_FOUND: 404 },
})

export const getPayment = call({
  method: 'GET',
  path: '/payments/:id',
  access: 'access',
  params: v.object({ id: Id }),
  reply: Payment,
  refusals: { PAYMENT_NOT_FOUND: 404 },
})

/** In the language of the account, whatever language the app uses. */
export const getReceipt = call({
  method: 'GET',
  path: '/payments/:id/receipt',
  access: 'access',
  params: v.object({ id: Id }),
  file: 'application/pdf',
  refusals: { PAYMENT_NOT_FOUND: 404, NO_RECEIPT: 409 },
})
