import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Currency, Id, Moment, Text } from '../kit/shapes.ts'
import { PlanTerms, Terms } from './plan-terms.ts'

const SubscriptionPayment = v.object({
  id: Id,
  /** The provider's value (`SubscriptionPaymentStatus`, or an unknown one). */
  status: v.string(),
  amount: v.number(),
  refunded: v.number(),
  currency: Currency,
  at: Moment,
  /** Number of the issued invoice, if the provider has one. */
  invoiceNumber: v.nullable(v.string()),
})

/** B3.10: the subscription as its holder's app polls it. Amounts in minor units. */
export const Subscription = v.object({
  id: Id,
  /** The payment provider that charges it. */
  provider: v.string(),
  status: v.string(),
  currentPeriodEnd: v.nullable(Moment),
  lastPaymentStatus: v.nullable(v.string()),
  name: v.string(),
  currency: Currency,
  terms: Terms,
  /** Cancelled: it ends with the paid period. */
  cancelAtPeriodEnd: v.boolean(),
  /** The page for the card, the provider's or ours; null before it is known and after it was used. */
  activationUrl: v.nullable(v.string()),
  /** The card was given, and the provider makes the first charge later by itself. */
  awaitsFirstCharge: v.boolean(),
  /** On hold: it does not count until a person has checked it. */
  isOnHold: v.boolean(),
  /** The desk's last action, shown for DESK_ACTION_DAYS. */
  desk: v.nullable(v.object({ action: v.picklist(['paused', 'resumed', 'released']), at: Moment })),
  /** The latest charges that moved or should have moved money. */
  payments: v.array(SubscriptionPayment),
})
export type Subscription = v.InferOutput<typeof Subscription>

/** B7.22. `message` is a code for what could not be done at once; refusals are sent as usual. */
const Answer = v.object({ ok: v.boolean(), subscription: v.nullable(Subscription), message: v.nullable(v.string()) })

/** The terms for this person now; null when the partner has no subscription. */
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

/**
 * Starts a subscription, or reactivates a cancelled one; requests another card for an overdue payment or with
 * `newCard`.
 */
export const subscribe = call({
  method: 'POST',
  path: '/patients/:patientId/subscription/subscribe',
  repeat: 'replay',
  access: 'access',
  params: v.object({ patientId: Id }),
  body: v.object({
    planId: v.optional(Text(1, 40)),
    /** The terms shown to the person. They never set the price; different terms refuse the request. */
    shown: v.optional(Terms),
    newCard: v.optional(v.boolean()),
  }),
  reply: Answer,
  refusals: {
    PATIENT_NOT_FOUND: 404,
    SUBSCRIPTION_NOT_OFFERED: 404,
    OFFER_CHANGED: 409,
    /** A consent document changed: no start or reactivation before a new consent. An overdue payment needs none. */
    AGREEMENT_DUE: 409,
    IDEMPOTENCY_MISMATCH: 422,
  },
})

/**
 * Gives the card that was typed in our form, while `activationUrl` leads there. It starts a pending subscription or
 * replaces the card.
 */
export const giveSubscriptionCard = call({
  method: 'POST',
  path: '/patients/:patientId/subscription/card',
  repeat: 'replay',
  access: 'access',
  needs: 'subscriptions',
  params: v.object({ patientId: Id }),
  body: v.object({ subscriptionId: Id, cardToken: Text(8, 200) }),
  reply: Answer,
  refusals: {
    PATIENT_NOT_FOUND: 404,
    SUBSCRIPTION_NOT_FOUND: 404,
    /** No card is requested, or another one was given first: this one is not used. */
    CARD_NOT_REQUESTED: 409,
    CARD_NOT_SAVED: 409,
    CARD_NUMBER_REFUSED: 400,
    RATE_LIMITED: 429,
    IDEMPOTENCY_MISMATCH: 422,
  },
})

/** Cancels at the end of the paid period, without further charges and without a refund. */
export const unsubscribe = call({
  method: 'POST',
  path: '/patients/:patientId/subscription/unsubscribe',
  repeat: 'replay',
  access: 'access',
  needs: 'subscriptions',
  params: v.object({ patientId: Id }),
  body: v.object({ subscriptionId: v.optional(Id) }),
  reply: Answer,
  refusals: { PATIENT_NOT_FOUND: 404, SUBSCRIPTION_NOT_FOUND: 404, IDEMPOTENCY_MISMATCH: 422 },
})
