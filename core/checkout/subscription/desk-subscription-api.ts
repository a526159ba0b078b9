import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Currency, Id, Moment, PastedText, Reason, Sum } from '../../kit/shapes.ts'
import { DisputeState } from '../dispute/dispute.ts'
import { Invoice } from '../invoice/invoice.ts'
import { Refund, RefundRequest, TimelineEvent } from '../order/desk-order-api.ts'
import {
  APPROVE_REFUND_REFUSALS,
  END_REFUND_REQUEST_REFUSALS,
  REQUEST_REFUND_REFUSALS,
  RETRY_REFUND_REFUSALS,
} from '../refund/refund-refusals.ts'

// Subscriptions for clinical managers: payments and history. Each action needs a reason, is audited and returns the
// updated subscription. Amounts in minor units.

/** Subscriptions that need a person: past due, paused, on hold, with a refused refund or a refund to approve. */
export const SubscriptionFilter = v.picklist(['all', 'past-due', 'paused', 'on-hold', 'refused', 'asked'])
export type SubscriptionFilter = v.InferOutput<typeof SubscriptionFilter>

/** A line of the list, without names. */
export const SubscriptionLine = v.object({
  id: Id,
  planName: v.string(),
  /** The provider's value (`SubscriptionStatus`, or an unknown one). */
  status: v.string(),
  /** Monthly price. */
  amount: v.number(),
  currency: Currency,
  attention: v.nullable(v.picklist(['on-hold', 'refused', 'asked', 'refunding'])),
  createdAt: Moment,
})
export type SubscriptionLine = v.InferOutput<typeof SubscriptionLine>

const SubscriptionCharge = v.object({
  id: Id,
  providerPaymentId: v.string(),
  status: v.string(),
  amount: v.number(),
  refunded: v.number(),
  /** Amount that can still be refunded. */
  left: v.number(),
  at: Moment,
  invoice: v.nullable(Invoice),
  dispute: v.nullable(v.object({ id: Id, state: DisputeState })),
  /** The provider reports disputes by e-mail only: a manager records them. */
  mayRecordDispute: v.boolean(),
})
export type SubscriptionCharge = v.InferOutput<typeof SubscriptionCharge>

/** Id of the subscription charge. */
const ofCharge = { chargeId: Id }

export const DeskSubscription = v.object({
  ...SubscriptionLine.entries,
  /** The holder, linked to their account page; null once the account is deleted. */
  payer: v.nullable(v.object({ accountId: Id, name: v.string() })),
  provider: v.string(),
  providerId: v.nullable(v.string()),
  currentPeriodEnd: v.nullable(Moment),
  cancelAtPeriodEnd: v.boolean(),
  /** A requested change that the provider has not made yet. */
  pendingChange: v.nullable(v.picklist(['card', 'end', 'stay', 'close', 'pause', 'resume'])),
  isOnHold: v.boolean(),
  /** Charges that moved or should have moved money, newest first. */
  charges: v.array(SubscriptionCharge),
  requests: v.array(v.object({ ...RefundRequest.entries, ...ofCharge })),
  refunds: v.array(v.object({ ...Refund.entries, ...ofCharge })),
  /** Oldest first. */
  timeline: v.array(v.object({ ...TimelineEvent.entries, status: v.string() })),
})
export type DeskSubscription = v.InferOutput<typeof DeskSubscription>

const byManager = { method: 'POST', ...manager } as const
const params = v.object({ id: Id })
const why = v.object({ reason: Reason })

export const listDeskSubscriptions = call({
  method: 'GET',
  path: '/desk/subscriptions',
  ...manager,
  ...uncountedList(SubscriptionLine, { query: { filter: v.optional(SubscriptionFilter, 'all') } }),
  refusals: { NOT_ALLOWED: 403 },
})

/** By phone, e-mail, id, or the provider's id of the subscription or one of its payments. Searches are audited. */
export const findDeskSubscriptions = call({
  ...byManager,
  path: '/desk/subscriptions/search',
  repeat: 'safe',
  body: v.object({ query: PastedText(3, 100) }),
  reply: v.object({ items: v.array(SubscriptionLine), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

/** Reads are audited; repeated reads within a short time count once. */
export const getDeskSubscription = call({
  method: 'GET',
  path: '/desk/subscriptions/:id',
  ...manager,
  params,
  reply: DeskSubscription,
  refusals: { NOT_ALLOWED: 403, SUBSCRIPTION_NOT_FOUND: 404 },
})

const subscriptionAction = (name: 'pause' | 'resume' | 'release') =>
  call({
    ...byManager,
    path: `/desk/subscriptions/:id/${name}` as const,
    repeat: 'safe',
    needs: 'subscriptions',
    params,
    body: why,
    reply: DeskSubscription,
    refusals: { NOT_ALLOWED: 403, SUBSCRIPTION_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
  })
/** Stops further charges; the paid period stays valid until its last day. */
export const pauseSubscription = subscriptionAction('pause')
export const resumeSubscription = subscriptionAction('resume')
/** Releases a subscription from hold: its state is fetched again, and it counts or returns to hold. */
export const releaseSubscription = subscriptionAction('release')

/** Requests a refund, as for an order (`requestRefund`): it waits for the approval of another manager. */
export const requestChargeRefund = call({
  ...byManager,
  path: '/desk/subscription-payments/:id/refund-requests',
  repeat: 'replay',
  params,
  body: v.object({ amount: Sum, reason: Reason }),
  status: 201,
  reply: DeskSubscription,
  refusals: { ...REQUEST_REFUND_REFUSALS, PAYMENT_NOT_FOUND: 404 },
})

export const approveChargeRefund = call({
  ...byManager,
  path: '/desk/subscription-refund-requests/:id/approve',
  repeat: 'safe',
  params,
  reply: DeskSubscription,
  refusals: APPROVE_REFUND_REFUSALS,
})

export const endChargeRefundRequest = call({
  ...byManager,
  path: '/desk/subscription-refund-requests/:id/end',
  repeat: 'safe',
  params,
  body: why,
  reply: DeskSubscription,
  refusals: END_REFUND_REQUEST_REFUSALS,
})

export const retryChargeRefund = call({
  ...byManager,
  path: '/desk/subscription-refunds/:id/retry',
  repeat: 'replay',
  params,
  body: why,
  reply: DeskSubscription,
  refusals: RETRY_REFUND_REFUSALS,
})
