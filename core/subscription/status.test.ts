import { expect, test } from 'vitest'
import { hasEnded, isBookingAllowed, isPaymentFinal, SubscriptionStatus, statusLabel } from './status.ts'
import { isSubscribed } from './subscribed.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (time: string) => new Date(time)

test.each([
  ['a booking is refused before any period', 'ACTIVE', null, false],
  ['a booking is allowed in a paid period', 'ACTIVE', at('2026-12-21T12:00:00Z'), true],
  ['a booking is allowed in a trial', 'TRIALING', at('2026-12-05T12:00:00Z'), true],
  [
    'a cancelled subscription allows bookings until the end of its paid period',
    'CANCELED',
    at('2026-11-22T00:00:00Z'),
    true,
  ],
  ['a cancelled subscription allows bookings on its last day', 'CANCELED', at('2026-11-21T00:00:00Z'), true],
  ['a cancelled subscription allows no bookings the day after', 'CANCELED', at('2026-11-20T23:59:59Z'), false],
  ['a late report of a renewal changes nothing', 'ACTIVE', at('2026-11-20T12:00:00Z'), true],
  ['a late report of the first charge after a trial changes nothing', 'TRIALING', at('2026-11-20T12:00:00Z'), true],
  ['a failed renewal allows no bookings', 'PAST_DUE', at('2026-11-20T12:00:00Z'), false],
  ['a failed renewal allows bookings until the end of the paid period', 'PAST_DUE', at('2026-11-21T00:00:00Z'), true],
  ['a paused subscription allows no bookings after its period', 'PAUSED', at('2026-11-20T12:00:00Z'), false],
  ['an unknown status allows no bookings after its period', 'FROZEN', at('2026-11-20T12:00:00Z'), false],
  ['an unknown status allows bookings until the end of its period', 'FROZEN', at('2026-11-22T12:00:00Z'), true],
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
])('%s is shown as %s', (status, label) => expect(statusLabel(status)).toBe(label))

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
  expect(isPaymentFinal({ status: 'ACTIVE', lastPaymentStatus })).toBe(finalStates.has(lastPaymentStatus))
})
test.each(payments)(
  'polling continues while the subscription is pending, with a payment that is %s',
  (lastPaymentStatus) => {
    expect(isPaymentFinal({ status: 'PENDING', lastPaymentStatus })).toBe(false)
  },
)
test('a missing payment and an unknown status are not final', () => {
  expect(isPaymentFinal({ status: 'ACTIVE', lastPaymentStatus: null })).toBe(false)
  expect(isPaymentFinal({ status: 'ACTIVE', lastPaymentStatus: 'BEWITCHED' })).toBe(false)
})

test('two states are subscribed, two are ended [B2.17]', () => {
  expect(SubscriptionStatus.options.filter(isSubscribed).sort()).toEqual(['ACTIVE', 'TRIALING'])
  expect(SubscriptionStatus.options.filter(hasEnded).sort()).toEqual(['CANCELED', 'EXPIRED'])
  expect(isSubscribed(undefined)).toBe(false)
})
