import * as v from 'valibot'
import type { SubscriptionPaymentUpdate, SubscriptionUpdate } from './port.ts'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0))
const Id = v.pipe(v.string(), v.minLength(1))
/** A status; unknown ones are accepted. */
const Word = v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{0,39}$/))
const Seconds = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The fields of MONEI's subscription that we read (product 12.11). */
export const MoneiSubscription = v.object({
  id: Id,
  accountId: v.nullish(v.string()),
  amount: Amount,
  currency: v.string(),
  status: Word,
  currentPeriodEnd: v.nullish(Seconds),
  cancelAtPeriodEnd: v.nullish(v.boolean()),
  lastPayment: v.nullish(v.object({ id: Id, status: Word })),
  updatedAt: Seconds,
})

/** The fields of a subscription payment (product 12.9). Its subscription id is undocumented and may be missing. */
export const MoneiSubscriptionPayment = v.object({
  id: Id,
  accountId: v.nullish(v.string()),
  subscriptionId: v.nullish(v.string()),
  amount: Amount,
  refundedAmount: v.nullish(Amount),
  currency: v.string(),
  status: Word,
  createdAt: Seconds,
  updatedAt: Seconds,
})

export const MoneiActivation = v.object({
  id: Id,
  nextAction: v.object({ redirectUrl: v.pipe(v.string(), v.regex(/^https?:\/\//)) }),
})

export function toSubscriptionUpdate(
  subscription: v.InferOutput<typeof MoneiSubscription>,
  accountId: string,
): SubscriptionUpdate {
  const { id: providerId, status, amount, currency, currentPeriodEnd, lastPayment, updatedAt } = subscription
  return {
    providerId,
    status,
    amount,
    currency,
    version: updatedAt,
    isOurs: (subscription.accountId ?? accountId) === accountId,
    periodEnd: currentPeriodEnd ? new Date(currentPeriodEnd * 1000) : undefined,
    endsAtPeriodEnd: subscription.cancelAtPeriodEnd ?? false,
    mustEnd: false,
    lastPayment: lastPayment ?? undefined,
  }
}

export function toPaymentUpdate(
  payment: v.InferOutput<typeof MoneiSubscriptionPayment>,
  accountId: string,
): SubscriptionPaymentUpdate {
  const { id: paymentId, status, amount, refundedAmount, currency, createdAt, updatedAt } = payment
  return {
    paymentId,
    status,
    amount,
    currency,
    refunded: refundedAmount ?? 0,
    version: updatedAt,
    isOurs: (payment.accountId ?? accountId) === accountId,
    providerId: payment.subscriptionId ?? undefined,
    createdAt: new Date(createdAt * 1000),
  }
}
