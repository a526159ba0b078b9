import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Id, Moment, PageQuery, PastedText, pageOf, Reason, Sum } from '../../kit/shapes.ts'
import { DisputeState } from '../dispute/dispute.ts'
import { Invoice } from '../invoice/invoice.ts'
import { Happening, Refund, RefundRequest } from '../order/desk-order-api.ts'
import { APPROVE_REFUSED, ASK_REFUSED, END_REFUSED, RETRY_REFUSED } from '../refund/refund-refusals.ts'

// Subscriptions for clinical managers: money and its history. Each action has its reason and its row of the audit, and
// answers the subscription as it stands after it. Amounts in minor units.

/** What needs a person: a month is due, it rests, it is set aside, money will not go back, or is to be approved. */
export const SubscriptionFilter = v.picklist(['all', 'past-due', 'paused', 'set-aside', 'refused', 'asked'])
export type SubscriptionFilter = v.InferOutput<typeof SubscriptionFilter>

/** One line of the list: names nobody. */
export const SubscriptionLine = v.object({
  id: Id,
  planName: v.string(),
  /** In the provider's words (`SubscriptionStatus`, or one that we do not know). */
  status: v.string(),
  /** Each month. */
  amount: v.number(),
  currency: Currency,
  attention: v.nullable(v.picklist(['set-aside', 'refused', 'asked', 'refunding'])),
  createdAt: Moment,
})
export type SubscriptionLine = v.InferOutput<typeof SubscriptionLine>

const Month = v.object({
  id: Id,
  providerPaymentId: v.string(),
  status: v.string(),
  amount: v.number(),
  refunded: v.number(),
  /** What can still go back. */
  left: v.number(),
  at: Moment,
  invoice: v.nullable(Invoice),
  dispute: v.nullable(v.object({ id: Id, state: DisputeState })),
  /** The provider tells of disputes only by e-mail: a manager writes down what stands in it. */
  mayRecordDispute: v.boolean(),
})
export type Month = v.InferOutput<typeof Month>

/** Of which month. */
const ofMonth = { monthId: Id }

export const DeskSubscription = v.object({
  ...SubscriptionLine.entries,
  /** Whose it is, to find them at the place for people; null once the account is deleted. */
  payer: v.nullable(v.object({ accountId: Id, name: v.string() })),
  provider: v.string(),
  providerId: v.nullable(v.string()),
  currentPeriodEnd: v.nullable(Moment),
  cancelAtPeriodEnd: v.boolean(),
  /** What was asked for and the provider has not done yet. */
  pendingChange: v.nullable(v.picklist(['card', 'end', 'stay', 'close', 'pause', 'resume'])),
  isSetAside: v.boolean(),
  /** The newest first: what moved money, or should have. */
  months: v.array(Month),
  requests: v.array(v.object({ ...RefundRequest.entries, ...ofMonth })),
  refunds: v.array(v.object({ ...Refund.entries, ...ofMonth })),
  /** The oldest first. */
  timeline: v.array(v.object({ ...Happening.entries, status: v.string() })),
})
export type DeskSubscription = v.InferOutput<typeof DeskSubscription>

const byManager = { method: 'POST', ...manager } as const
const params = v.object({ id: Id })
const why = v.object({ reason: Reason })

export const listDeskSubscriptions = call({
  method: 'GET',
  path: '/desk/subscriptions',
  ...manager,
  query: v.object({ ...PageQuery, filter: v.optional(SubscriptionFilter, 'all') }),
  reply: pageOf(SubscriptionLine),
  refusals: { NOT_ALLOWED: 403 },
})

/** By a phone, an e-mail, an id, or the provider's name for it or for one of its payments. Each search is recorded. */
export const findDeskSubscriptions = call({
  ...byManager,
  path: '/desk/subscriptions/search',
  body: v.object({ query: PastedText(3, 100) }),
  reply: v.object({ items: v.array(SubscriptionLine), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

/** Each look is recorded, once a while. */
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
    needs: 'subscriptions',
    params,
    body: why,
    reply: DeskSubscription,
    refusals: { NOT_ALLOWED: 403, SUBSCRIPTION_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
  })
/** Nothing is charged from now on; what is paid stays good until its last day. */
export const pauseSubscription = subscriptionAction('pause')
export const resumeSubscription = subscriptionAction('resume')
/** One that was set aside is asked for again, and counts or is set aside again. */
export const releaseSubscription = subscriptionAction('release')

/** As for an order (`askRefund`): nothing goes back before another manager approves it. */
export const askMonthRefund = call({
  ...byManager,
  path: '/desk/subscription-payments/:id/refund-requests',
  params,
  body: v.object({ amount: Sum, reason: Reason }),
  status: 201,
  reply: DeskSubscription,
  refusals: { ...ASK_REFUSED, PAYMENT_NOT_FOUND: 404 },
})

export const approveMonthRefund = call({
  ...byManager,
  path: '/desk/subscription-refund-requests/:id/approve',
  params,
  reply: DeskSubscription,
  refusals: APPROVE_REFUSED,
})

export const endMonthRefundRequest = call({
  ...byManager,
  path: '/desk/subscription-refund-requests/:id/end',
  params,
  body: why,
  reply: DeskSubscription,
  refusals: END_REFUSED,
})

export const retryMonthRefund = call({
  ...byManager,
  path: '/desk/subscription-refunds/:id/retry',
  params,
  body: why,
  reply: DeskSubscription,
  refusals: RETRY_REFUSED,
})
