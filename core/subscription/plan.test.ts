import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Plan } from './plan.ts'
import { PlanTerms, planTermsOf } from './plan-terms.ts'
import { SubscriptionPaymentStatus } from './status.ts'

const plan: Plan = {
  id: '3',
  slug: 'care',
  name: 'Care',
  summary: 'Every month',
  price: 2_900,
  interval: 'month',
  trialDays: 7,
  includes: ['Visits'],
  discount: { percentage: 20, duration: 'first-month' },
  currency: 'EUR',
}

test('a plan has its price and interval', () => {
  expect(v.parse(Plan, plan)).toEqual(plan)
  expect(v.parse(Plan, { ...plan, discount: undefined }).discount).toBeNull()
  expect(v.is(Plan, { ...plan, discount: { percentage: 20, duration: 'forever' } })).toBe(true)
})

test.each([
  ['with a price below the minimum charge', { price: 49 }],
  ['with a fraction of a cent', { price: 2_900.5 }],
  ['with a weekly interval', { interval: 'week' }],
  ['with a trial above 90 days', { trialDays: 91 }],
  ['without benefits', { includes: [] }],
  ['with a discount to less than the minimum charge', { discount: { percentage: 96, duration: 'forever' } }],
  ['with a discount of nothing', { discount: { percentage: 0, duration: 'forever' } }],
  ['with a discount of unknown duration', { discount: { percentage: 20, duration: 'a-while' } }],
  ['without a price', { price: undefined }],
])('a plan is refused %s', (_, change) => expect(v.is(Plan, { ...plan, ...change })).toBe(false))

test('an offer has everything that the subscriber agrees to', () => {
  for (const isNew of [true, false]) {
    const offer = planTermsOf(plan, isNew, new Date('2026-11-21T12:00:00Z'))
    expect(v.parse(PlanTerms, offer)).toEqual(offer)
  }
})

test('a subscription charge has one of these statuses', () =>
  expect(SubscriptionPaymentStatus.options).toEqual([
    ...['SUCCEEDED', 'PENDING', 'FAILED', 'CANCELED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'AUTHORIZED', 'EXPIRED'],
  ]))
