import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Currency, Id, Moment, Text } from '../kit/shapes.ts'
import { PlanTerms, Terms } from './plan-terms.ts'

const SubscriptionPayment = v.object({
  id: Id,
  /** In the provider's words (`SubscriptionPaymentStatus`, or one that we do not know). */
  status: v.string(),
  amount: v.number(),
  refunded: v.number(),
  currency: Currency,
  at: Moment,
  /** Of an invoice that was issued, where the provider numbers them. */
  invoiceNumber: v.nullable(v.string()),
})

/** B3.10, as its holder's app polls it. Amounts in minor units. */
export const Subscription = v.object({
  id: Id,
  status: v.string(),
  currentPeriodEnd: v.nullable(Moment),
  lastPaymentStatus: v.nullable(v.string()),
  name: v.string(),
  currency: Currency,
  terms: Terms,
  /** Given up: it stays until the period ends. */
  cancelAtPeriodEnd: v.boolean(),
  /** Where a card is given, once it is known and until it was used: the provider's own page. */
  activationUrl: v.nullable(v.string()),
  /** A person has to look at it before anything of it counts. */
  isSetAside: v.boolean(),
  /** The last action of the desk, for DESK_ACTION_DAYS. */
  desk: v.nullable(v.object({ action: v.picklist(['paused', 'resumed', 'released']), at: Moment })),
  /** The newest that moved money, or should have. */
  payments: v.array(SubscriptionPayment),
})
export type Subscription = v.InferOutput<typeof Subscription>

/** B7.22. `message` is a code for what did not happen at once; refusals travel as everywhere else. */
const Answer = v.object({ ok: v.boolean(), subscription: v.nullable(Subscription), message: v.nullable(v.string()) })

/** What this person would be offered now; null where the partner has no subscription. */
export const getPlanTerms = call({
  method: 'GET',
  path: '/subscription/offer',
  access: 'guest',
  reply: v.object({ offer: v.nullable(PlanTerms) }),
})

export const getSubscription = call({
  method: 'GET',
  path: '/patients/:patientId/subscription/:subscriptionId/',
  access: 'access',
  polled: true,
  params: v.object({ patientId: Id, subscriptionId: Id }),
  reply: Answer,
  refusals: { PATIENT_NOT_FOUND: 404, SUBSCRIPTION_NOT_FOUND: 404 },
})

/** Begins one; goes on with one that was given up; asks for another card where a payment is due, or `newCard` is set. */
export const subscribe = call({
  method: 'POST',
  path: '/patients/:patientId/subscription/subscribe',
  access: 'access',
  params: v.object({ patientId: Id }),
  body: v.object({
    planId: v.optional(Text(1, 40)),
    /** What the person was shown: never used as a price, but nobody subscribes to other terms unasked. */
    shown: v.optional(Terms),
    newCard: v.optional(v.boolean()),
  }),
  reply: Answer,
  refusals: {
    PATIENT_NOT_FOUND: 404,
    SUBSCRIPTION_NOT_OFFERED: 404,
    OFFER_CHANGED: 409,
    /** A document changed since they agreed to it: nothing is begun or gone on with before; what is owed is paid without. */
    AGREEMENT_DUE: 409,
    IDEMPOTENCY_MISMATCH: 422,
  },
})

/** Ends it with the period that is paid; nothing is charged after, nothing is given back. */
export const unsubscribe = call({
  method: 'POST',
  path: '/patients/:patientId/subscription/unsubscribe',
  access: 'access',
  needs: 'subscriptions',
  params: v.object({ patientId: Id }),
  body: v.object({ subscriptionId: v.optional(Id) }),
  reply: Answer,
  refusals: { PATIENT_NOT_FOUND: 404, SUBSCRIPTION_NOT_FOUND: 404, IDEMPOTENCY_MISMATCH: 422 },
})
