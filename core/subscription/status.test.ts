import { expect, test } from 'vitest'
import { hasEnded, isBookingAllowed, isDecided, labelOf, SubscriptionStatus } from './status.ts'
import { isSubscribed } from './subscribed.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (time: string) => new Date(time)

test.each([
  ['nobody books before anything was paid or begun', 'ACTIVE', null, false],
  ['a paid period allows it', 'ACTIVE', at('2026-12-21T12:00:00Z'), true],
  ['so does a trial', 'TRIALING', at('2026-12-05T12:00:00Z'), true],
  ['a cancelled one is good until its paid period ends', 'CANCELED', at('2026-11-22T00:00:00Z'), true],
  ['and still on the day that it ends', 'CANCELED', at('2026-11-21T00:00:00Z'), true],
  ['and not the day after', 'CANCELED', at('2026-11-20T23:59:59Z'), false],
  ['a renewal that is only late in being told takes nothing away', 'ACTIVE', at('2026-11-20T12:00:00Z'), true],
  ['nor does the first one after a trial', 'TRIALING', at('2026-11-20T12:00:00Z'), true],
  ['a renewal that failed does', 'PAST_DUE', at('2026-11-20T12:00:00Z'), false],
  ['but not what was paid before it', 'PAST_DUE', at('2026-11-21T00:00:00Z'), true],
  ['a pause does', 'PAUSED', at('2026-11-20T12:00:00Z'), false],
  ['a word that we do not know gives nothing beyond what was paid', 'FROZEN', at('2026-11-20T12:00:00Z'), false],
  ['and takes nothing of it', 'FROZEN', at('2026-11-22T12:00:00Z'), true],
])('%s [B4.30]', (_, status, currentPeriodEnd, expected) => {
  expect(isBookingAllowed({ status, currentPeriodEnd }, noon)).toBe(expected)
})

test.each([
  ['ACTIVE', 'active'],
  ['TRIALING', 'active'],
  ['PAST_DUE', 'inactive'],
  ['PAUSED', 'inactive'],
  ['EXPIRED', 'inactive'],
  ['CANCELED', 'cancelled'],
  ['PENDING', 'reviewPending'],
  ['FROZEN', 'reviewPending'],
])('%s is shown as %s', (status, label) => expect(labelOf(status)).toBe(label))

const payments = [
  'SUCCEEDED',
  'PENDING',
  'FAILED',
  'CANCELED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'AUTHORIZED',
  'EXPIRED',
]
const finalStates = new Set(['SUCCEEDED', 'FAILED', 'CANCELED', 'EXPIRED'])

test.each(payments)('a payment that is %s ends the polling only when it is final', (lastPaymentStatus) => {
  expect(isDecided({ status: 'ACTIVE', lastPaymentStatus })).toBe(finalStates.has(lastPaymentStatus))
})
test.each(payments)(
  'polling continues while the subscription is pending, with a payment that is %s',
  (lastPaymentStatus) => {
    expect(isDecided({ status: 'PENDING', lastPaymentStatus })).toBe(false)
  },
)
test('a missing payment and an unknown status are not final', () => {
  expect(isDecided({ status: 'ACTIVE', lastPaymentStatus: null })).toBe(false)
  expect(isDecided({ status: 'ACTIVE', lastPaymentStatus: 'BEWITCHED' })).toBe(false)
})

test('two states are subscribed, two are ended [B2.17]', () => {
  expect(SubscriptionStatus.options.filter(isSubscribed).sort()).toEqual(['ACTIVE', 'TRIALING'])
  expect(SubscriptionStatus.options.filter(hasEnded).sort()).toEqual(['CANCELED', 'EXPIRED'])
  expect(isSubscribed(undefined)).toBe(false)
})
