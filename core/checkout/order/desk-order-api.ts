import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Currency, Id, Moment, PastedText } from '../../kit/shapes.ts'
import { WALLETS } from '../../kit/vendors/payment-vendors.ts'
import { DisputeKind, DisputeState } from '../dispute/dispute.ts'
import { FailureReason } from '../payment/failure.ts'
import { CancelledBy, RefundReason, RefundState } from '../refund/refund.ts'
import { RefundRequestState } from '../refund/refund-request.ts'
import { OrderStatus } from './order.ts'

// Orders for clinical managers: payments and history, no health data. Amounts in minor units.

/** Orders that need a person: failed, waiting, disputed, on hold, with a refused refund or a refund to approve. */
export const OrderFilter = v.picklist(['all', 'failed', 'waiting', 'disputed', 'on-hold', 'refused', 'asked'])
export type OrderFilter = v.InferOutput<typeof OrderFilter>

/** A line of the list. */
export const OrderLine = v.object({
  id: Id,
  status: OrderStatus,
  failureReason: v.nullable(FailureReason),
  productName: v.string(),
  /** The patient of the consultation; null once deleted. */
  patientName: v.nullable(v.string()),
  amount: v.number(),
  currency: Currency,
  refunded: v.number(),
  /** The most severe issue that waits for a person or the provider. */
  attention: v.nullable(v.picklist(['disputed', 'charged-back', 'on-hold', 'refused', 'asked', 'refunding'])),
  createdAt: Moment,
})
export type OrderLine = v.InferOutput<typeof OrderLine>

const Attempt = v.object({
  id: Id,
  provider: v.string(),
  /** The provider's payment id, to find it in their dashboard. */
  providerPaymentId: v.nullable(v.string()),
  state: v.picklist(['intended', 'processing', 'pending', 'succeeded', 'failed', 'refunded']),
  method: v.picklist(['card', 'pix', ...WALLETS]),
  amount: v.number(),
  captured: v.number(),
  refunded: v.number(),
  failureReason: v.nullable(FailureReason),
  isOnHold: v.boolean(),
  createdAt: Moment,
})

export const RefundRequest = v.object({
  id: Id,
  amount: v.number(),
  reason: v.string(),
  state: RefundRequestState,
  askedBy: v.string(),
  /** The reader made this request: they may withdraw it, but not approve it. */
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

export const TimelineEvent = v.object({
  at: Moment,
  source: v.picklist(['app', 'api', 'webhook', 'job', 'staff']),
  status: OrderStatus,
  /** The event's code beyond the status; null when the status says all. */
  detail: v.nullable(v.string()),
  /** Name of the staff member. */
  by: v.nullable(v.string()),
})
export type TimelineEvent = v.InferOutput<typeof TimelineEvent>

export const DeskOrder = v.object({
  ...OrderLine.entries,
  /** The payer, linked to their account page; null once the account is deleted. */
  payer: v.nullable(v.object({ accountId: Id, name: v.string() })),
  paymentMethod: v.string(),
  maskedCardNumber: v.nullable(v.string()),
  installments: v.number(),
  /** The payer's total, including installment interest. */
  payerTotal: v.number(),
  cancelledBy: v.nullable(CancelledBy),
  /** Amount that can still be refunded. */
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
  /** The provider reports disputes to people only: a manager records them here. */
  mayRecordDispute: v.boolean(),
  hold: v.nullable(
    v.object({
      state: v.picklist(['held', 'paying', 'booked', 'released']),
      startsAt: Moment,
      clinicianName: v.string(),
    }),
  ),
  /** `closedFor`, `failedFor`: outcome, and reason of the last failed call (core/consultation/status/closing.ts). */
  consultation: v.nullable(
    v.object({
      id: Id,
      status: v.string(),
      closedFor: v.nullable(v.string()),
      failedFor: v.nullable(v.string()),
      startsAt: v.nullable(Moment),
    }),
  ),
  /** Oldest first. */
  timeline: v.array(TimelineEvent),
})
export type DeskOrder = v.InferOutput<typeof DeskOrder>

/** Newest first, without a total count, which would be expensive. */
export const listDeskOrders = call({
  method: 'GET',
  path: '/desk/orders',
  ...manager,
  ...uncountedList(OrderLine, { query: { filter: v.optional(OrderFilter, 'all') } }),
  refusals: { NOT_ALLOWED: 403 },
})

/**
 * By what a caller says or a statement shows: phone, e-mail, order id, payment id, the provider's payment id, or the
 * last four digits of a card. Searches are audited.
 */
export const findDeskOrders = call({
  method: 'POST',
  path: '/desk/orders/search',
  repeat: 'safe',
  ...manager,
  body: v.object({ query: PastedText(3, 100) }),
  reply: v.object({ items: v.array(OrderLine), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

/** Reads are audited; repeated reads within a short time count once. */
export const getDeskOrder = call({
  method: 'GET',
  path: '/desk/orders/:id',
  ...manager,
  params: v.object({ id: Id }),
  reply: DeskOrder,
  refusals: { NOT_ALLOWED: 403, ORDER_NOT_FOUND: 404 },
})
