import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { BeforeQuery, Currency, Id, listOf, Moment, PageQuery } from '../../kit/shapes.ts'
import { Invoice } from '../invoice/invoice.ts'
import { Price } from '../order/api.ts'
import { CardType } from '../order/order.ts'
import { RefundReason, RefundState } from '../refund/refund.ts'
import { PaymentStatus } from './payment.ts'

const listed = {
  /** The `paymentId` of its order, or that of a subscription's month. */
  id: Id,
  /** What was paid for: one of the two is null. */
  orderId: v.nullable(Id),
  subscriptionId: v.nullable(Id),
  status: PaymentStatus,
  /** What it is called; a plan has no slug. */
  product: v.object({ name: v.string(), slug: v.nullable(v.string()) }),
  patient: v.object({ id: Id, firstName: v.string() }),
  /** Minor units, as are all amounts. */
  amount: v.number(),
  currency: Currency,
  /** What has gone back so far, by our books. */
  refundAmount: v.number(),
  /** What is on its way back. */
  refundPending: v.number(),
  /** What the payer's bank took back, beside that. */
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
  /** What it was for, line by line. */
  lines: Price.entries.lines,
  installments: v.number(),
  /** What the payer pays in all, interest of the parts included. */
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
  /** Null where there is none to wait for. */
  invoice: v.nullable(Invoice),
  /** Only of money that was taken. */
  hasReceipt: v.boolean(),
})
export type Payment = v.InferOutput<typeof Payment>

/** Of orders and of a subscription's months, the newest first. */
export const listPayments = call({
  method: 'GET',
  path: '/patients/:id/payments',
  access: 'access',
  params: v.object({ id: Id }),
  query: v.object({ ...PageQuery, ...BeforeQuery }),
  reply: listOf(PaymentSummary),
  refusals: { PATIENT_NOT_FOUND: 404, PAYMENT_NOT_FOUND: 404 },
})

export const getPayment = call({
  method: 'GET',
  path: '/payments/:id',
  access: 'access',
  params: v.object({ id: Id }),
  reply: Payment,
  refusals: { PAYMENT_NOT_FOUND: 404 },
})

/** In the language of the account, whatever the app speaks now. */
export const getReceipt = call({
  method: 'GET',
  path: '/payments/:id/receipt',
  access: 'access',
  params: v.object({ id: Id }),
  file: 'application/pdf',
  refusals: { PAYMENT_NOT_FOUND: 404, NO_RECEIPT: 409 },
})
