import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAnalyticsEvent, toMajorUnits } from './analytics-event.ts'

const passes = isAnalyticsEvent
const money = { value: 2900, currency: 'EUR' }
const digest = 'a'.repeat(64)
const who = { email: digest, phone: digest, firstName: digest, lastName: digest }
const EVENTS = [
  { name: 'page_view', screen: 'consultation', path: '/consultations/:id' },
  { name: 'login' },
  { name: 'sign_up', who },
  { name: 'begin_checkout', ...money },
  { name: 'add_payment_info', way: 'card', ...money },
  { name: 'purchase', order: 'a'.repeat(20), ...money },
]

describe('analytics events', () => {
  test.each(EVENTS)('the event $name is allowed', (event) => expect(passes(event)).toBe(true))

  test('an event with an additional member is refused, whatever its name and value [A2.13]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVENTS), fc.string({ minLength: 1 }), fc.anything(), (event, key, value) => {
        fc.pre(!(key in event) && key !== 'who' && key !== '__proto__')
        expect(passes({ ...event, [key]: value })).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('any other value is refused', () => {
    fc.assert(
      fc.property(fc.anything(), (event) => {
        expect(passes(event)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['an id in an address', { ...EVENTS[0], path: '/consultations/7f000001-0000-4000-8000-000000000001' }],
    ['a query', { ...EVENTS[0], path: '/redirect?reason=depression' }],
    ['free text in place of a screen', { ...EVENTS[0], screen: 'weight loss' }],
    ['the id of an order', { ...EVENTS[5], order: '7f000001-0000-4000-8000-000000000001' }],
    ['a product', { ...EVENTS[5], item: 'medical-weight-assessment' }],
    ['a date of birth', { name: 'sign_up', who: { ...who, dateOfBirth: '1990-03-31' } }],
    ['an e-mail that is not a digest', { name: 'sign_up', who: { ...who, email: 'ana@example.com' } }],
    ['identity in a sign-in', { name: 'login', who }],
    ['a fraction of a cent', { ...EVENTS[3], value: 0.5 }],
  ])('an event is refused: %s', (_, event) => expect(passes(event)).toBe(false))
})

test('an amount is sent in whole units', () => expect(toMajorUnits(2950)).toBe(29.5))
