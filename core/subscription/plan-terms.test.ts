import { expect, test } from 'vitest'
import type { Plan } from './plan.ts'
import { planTermsOf, sameTerms, termsOf } from './plan-terms.ts'

const plain: Plan = {
  id: '1',
  slug: 'monthly',
  name: 'Monthly',
  summary: 'All of it',
  includes: ['Follow-ups'],
  price: 1_999,
  currency: 'EUR',
  interval: 'month',
  trialDays: 14,
  discount: null,
}
const firstMonth: Plan = { ...plain, discount: { percentage: 50, duration: 'first-month' } }
const forever: Plan = { ...plain, discount: { percentage: 10, duration: 'forever' } }

test.each([
  ['a new subscriber has a free trial', plain, true, { amount: 1_999, firstAmount: 1_999, trialDays: 14 }],
  ['a returning subscriber has no trial', plain, false, { amount: 1_999, firstAmount: 1_999, trialDays: 0 }],
  [
    'a new subscriber has the first-month discount, rounded in our favour',
    firstMonth,
    true,
    { amount: 1_999, firstAmount: 999, trialDays: 14 },
  ],
  [
    'a returning subscriber has no first-month discount',
    firstMonth,
    false,
    { amount: 1_999, firstAmount: 1_999, trialDays: 0 },
  ],
  ['a permanent discount applies to every month', forever, true, { amount: 1_799, firstAmount: 1_799, trialDays: 14 }],
  [
    'a permanent discount applies to a returning subscriber',
    forever,
    false,
    { amount: 1_799, firstAmount: 1_799, trialDays: 0 },
  ],
])('%s [B4.30]', (_, plan, isNew, terms) => expect(termsOf(plan, isNew)).toEqual(terms))

const now = new Date('2026-11-21T23:30:00Z')

test('the offer has the day of the first charge', () => {
  expect(planTermsOf(plain, true, now).firstChargeOn).toBe('2026-12-05')
  expect(planTermsOf(plain, false, now).firstChargeOn).toBe('2026-11-21')
})
test('the offer has a discount only for a person who gets it', () => {
  expect(planTermsOf(firstMonth, true, now).discount).toEqual({ percentage: 50, duration: 'first-month' })
  expect(planTermsOf(firstMonth, false, now).discount).toBeNull()
  expect(planTermsOf(forever, false, now).discount).toEqual({ percentage: 10, duration: 'forever' })
})
test.each(['amount', 'firstAmount', 'trialDays'] as const)('a difference in %s makes different terms', (part) => {
  const terms = termsOf(firstMonth, true)
  expect(sameTerms(terms, { ...terms })).toBe(true)
  expect(sameTerms(terms, { ...terms, [part]: terms[part] + 1 })).toBe(false)
})
