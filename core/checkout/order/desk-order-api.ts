import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Id, Moment, PageQuery, PastedText, pageOf } from '../../kit/shapes.ts'
import { DisputeKind, DisputeState } from '../dispute/dispute.ts'
import { FailureReason } from '../payment/failure.ts'
import { CancelledBy, RefundReason, RefundState } from '../refund/refund.ts'
import { RefundRequestState } from '../refund/refund-request.ts'
import { OrderStatus } from './order.ts'

// Orders for clinical managers: money and its history. Nothing of anybody's health. Amounts in minor units.

/** What needs a person: no money came, it is on its way, it is set aside, will not go back, or is to be approved. */
export const OrderFilter = v.picklist(['all', 'failed', 'waiting', 'disputed', 'set-aside', 'refused', 'asked'])
export type OrderFilter = v.InferOutput<typeof OrderFilter>

/** One line of the list: names nobody. */
export const OrderLine = v.object({
  id: Id,
  status: OrderStatus,
  failureReason: v.nullable(FailureReason),
  productName: v.string(),
  /** Whom the care is for; null once they are deleted. */
  patientName: v.nullable(v.string()),
  amount: v.number(),
  currency: Currency,
  refunded: v.number(),
  /** The gravest of what waits for a person, or for the provider. */
  attention: v.nullable(v.picklist(['disputed', 'charged-back', 'set-aside', 'refused', 'asked', 'refunding'])),
  createdAt: Moment,
})
export type OrderLine = v.InferOutput<typeof OrderLine>

const Attempt = v.object({
  id: Id,
  provider: v.string(),
  /** The provider's name for the payment: to look it up at their desk. */
  providerPaymentId: v.nullable(v.string()),
  state: v.picklist(['intended', 'processing', 'pending', 'succeeded', 'failed', 'refunded']),
  method: v.picklist(['card', 'pix']),
  amount: v.number(),
  captured: v.number(),
  refunded: v.number(),
  failureReason: v.nullable(FailureReason),
  isSetAside: v.boolean(),
  createdAt: Moment,
})

export const RefundRequest = v.object({
  id: Id,
  amount: v.number(),
  reason: v.string(),
  state: RefundRequestState,
  askedBy: v.string(),
  /** Whoever reads this asked: they may withdraw it, and not approve it. */
  isMine: v.boolean(),
  askedAt: Moment,
  expiresAt: Moment,
  endedBy: v.nullable(v.string()),
  endedAt: v.nullable(Moment),
  /** Why it was declined or withdrawn. */
  answer: v.nullable(v.string()),
})
export type RefundRequest = v.InferOutput<typeof RefundRequest>

export const Refund = v.object({
  id: Id,
  amount: v.number(),
  reason: RefundReason,
  state: RefundState,
  createdAt: Moment,
  settledAt: v.nullable(Moment),
})

export const Happening = v.object({
  at: Moment,
  source: v.picklist(['app', 'api', 'webhook', 'job', 'staff']),
  status: OrderStatus,
  /** What happened beside the status, as our books name it; null when the status is all. */
  detail: v.nullable(v.string()),
  /** Of staff. */
  by: v.nullable(v.string()),
})
export type Happening = v.InferOutput<typeof Happening>

export const DeskOrder = v.object({
  ...OrderLine.entries,
  /** Who paid, to find them at the place for people; null once the account is deleted. */
  payer: v.nullable(v.object({ accountId: Id, name: v.string() })),
  paymentMethod: v.string(),
  maskedCardNumber: v.nullable(v.string()),
  installments: v.number(),
  /** What the payer pays in all, interest of the parts included. */
  payerTotal: v.number(),
  cancelledBy: v.nullable(CancelledBy),
  /** What can still go back. */
  left: v.number(),
  attempts: v.array(Attempt),
  requests: v.array(RefundRequest),
  refunds: v.array(Refund),
  disputes: v.array(
    v.object({
      id: Id,
      kind: DisputeKind,
      state: DisputeState,
      amount: v.number(),
      deadline: v.nullable(Moment),
      openedAt: Moment,
    }),
  ),
  /** The provider tells of disputes only to people: one is recorded here by hand. */
  mayRecordDispute: v.boolean(),
  hold: v.nullable(
    v.object({
      state: v.picklist(['held', 'paying', 'booked', 'released']),
      startsAt: Moment,
      clinicianName: v.string(),
    }),
  ),
  /** `closedFor`, `failedFor`: how it ended, and why its last call came to nothing (core/consultation/status/closing.ts). */
  consultation: v.nullable(
    v.object({
      id: Id,
      status: v.string(),
      closedFor: v.nullable(v.string()),
      failedFor: v.nullable(v.string()),
      startsAt: v.nullable(Moment),
    }),
  ),
  /** The oldest first. */
  timeline: v.array(Happening),
})
export type DeskOrder = v.InferOutput<typeof DeskOrder>

/** The newest first; a count of all would cost more than it tells. */
export const listDeskOrders = call({
  method: 'GET',
  path: '/desk/orders',
  ...manager,
  query: v.object({ ...PageQuery, filter: v.optional(OrderFilter, 'all') }),
  reply: pageOf(OrderLine),
  refusals: { NOT_ALLOWED: 403 },
})

/**
 * By what somebody says on the phone or reads on a statement: a phone, an e-mail, the id of an order, of a payment or of
 * the provider's payment, the last four digits of a card. Each search is recorded.
 */
export const findDeskOrders = call({
  method: 'POST',
  path: '/desk/orders/search',
  ...manager,
  body: v.object({ query: PastedText(3, 100) }),
  reply: v.object({ items: v.array(OrderLine), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

/** Each look is recorded, once a while. */
export const getDeskOrder = call({
  method: 'GET',
  path: '/desk/orders/:id',
  ...manager,
  params: v.object({ id: Id }),
  reply: DeskOrder,
  refusals: { NOT_ALLOWED: 403, ORDER_NOT_FOUND: 404 },
})
