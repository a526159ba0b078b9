import * as v from 'valibot'
import { Currency, Day } from '../kit/shapes.ts'
import type { Plan } from './plan.ts'

/**
 * What one person would pay, in minor units. The server computes it; a client only repeats the terms that it has
 * shown.
 */
export const Terms = v.object({
  /** Monthly charge after the first one. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** First charge. */
  firstAmount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  trialDays: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type Terms = v.InferOutput<typeof Terms>

export const PlanTerms = v.object({
  planId: v.string(),
  name: v.string(),
  summary: v.string(),
  includes: v.array(v.string()),
  currency: Currency,
  /** Without a discount. */
  price: v.number(),
  /** Percent off `price`, and for how long. */
  discount: v.nullable(v.object({ percentage: v.number(), duration: v.picklist(['first-month', 'forever']) })),
  terms: Terms,
  /** The day of the first charge (UTC). */
  firstChargeOn: Day,
})
export type PlanTerms = v.InferOutput<typeof PlanTerms>

/** Half a minor unit rounds the discount up. */
const less = (amount: number, percentage: number): number => amount - Math.floor((amount * percentage + 50) / 100)

/** Trial and first-month discount are for new subscribers only; a permanent discount is for all. */
export function termsOf({ price, trialDays, discount }: Plan, isNew: boolean): Terms {
  if (discount?.duration === 'forever') {
    const amount = less(price, discount.percentage)
    return { amount, firstAmount: amount, trialDays: isNew ? trialDays : 0 }
  }
  if (!isNew) return { amount: price, firstAmount: price, trialDays: 0 }
  return { amount: price, firstAmount: discount ? less(price, discount.percentage) : price, trialDays }
}

export function planTermsOf(plan: Plan, isNew: boolean, now: Date): PlanTerms {
  const { id: planId, name, summary, includes, currency, price, discount } = plan
  const terms = termsOf(plan, isNew)
  const currentDiscount = discount?.duration === 'forever' || isNew ? discount : null
  const firstChargeOn = new Date(now.getTime() + terms.trialDays * 86_400_000).toISOString().slice(0, 10)
  return { planId, name, summary, includes, currency, price, discount: currentDiscount, terms, firstChargeOn }
}

export const sameTerms = (one: Terms, other: Terms): boolean =>
  one.amount === other.amount && one.firstAmount === other.firstAmount && one.trialDays === other.trialDays
