import type { Subscription } from '@cuida/core/subscription/api.ts'
import { describe, expect, test } from 'vitest'
import { chipOf, isFirstChargeDue, paymentStatusMessage, phaseOf, pollAfterMs, untilOf } from './subscription-phase.ts'

const page = 'https://pay.example/1'
const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: 'a',
  provider: 'monei',
  status: 'PENDING',
  currentPeriodEnd: null,
  lastPaymentStatus: null,
  name: 'Monthly',
  currency: 'EUR',
  terms: { amount: 1_900, firstAmount: 950, trialDays: 14 },
  cancelAtPeriodEnd: false,
  activationUrl: null,
  awaitsFirstCharge: false,
  payments: [],
  isOnHold: false,
  desk: null,
  ...more,
})

test.each([
  ['no subscription: none', undefined, {}, 'none'],
  ['a card page being prepared: preparing', {}, {}, 'preparing'],
  ['an open card page: card', { activationUrl: page }, {}, 'card'],
  ['a return from the card page: confirming', { activationUrl: page }, { wasThere: true }, 'confirming'],
  ['a card given, and no charge yet: awaiting', { awaitsFirstCharge: true }, {}, 'awaiting'],
  ['a cancellation before the first charge: cancelling', { cancelAtPeriodEnd: true }, {}, 'cancelling'],
  ['a refused card: refused', { lastPaymentStatus: 'FAILED' }, {}, 'refused'],
  ['an abandoned card page: refused', { lastPaymentStatus: 'CANCELED' }, {}, 'refused'],
  ['another card page being prepared: preparing', { lastPaymentStatus: 'FAILED' }, { isAsking: true }, 'preparing'],
  ['another open card page: card', { lastPaymentStatus: 'FAILED', activationUrl: page }, {}, 'card'],
  ['a running trial: subscribed', { status: 'TRIALING', lastPaymentStatus: 'SUCCEEDED' }, {}, 'subscribed'],
  ['a due charge: due', { status: 'PAST_DUE', lastPaymentStatus: 'FAILED' }, {}, 'due'],
  ['a paused subscription: paused', { status: 'PAUSED' }, {}, 'paused'],
  ['an unknown status of the provider: unclear', { status: 'FROZEN' }, {}, 'unclear'],
  ['a subscription under review: unclear', { status: 'ACTIVE', isOnHold: true }, {}, 'unclear'],
  ['an ended subscription: none', { status: 'CANCELED' }, {}, 'none'],
  ['an expired subscription: none', { status: 'EXPIRED' }, {}, 'none'],
] as const)('%s [B4.30]', (_, more, tab, phase) => {
  expect(phaseOf(more && subscription(more), tab)).toBe(phase)
})

test.each([
  ['before anything was charged', [], true],
  ['after a failed charge', ['FAILED'], true],
  ['once it is paid', ['SUCCEEDED'], false],
  ['after a refund', ['FAILED', 'REFUNDED'], false],
] as const)('a different first charge is shown beside the usual price: %s', (_, statuses, isTold) => {
  const payments = statuses.map((status, at) => ({
    id: String(at),
    status,
    amount: 950,
    refunded: 0,
    currency: 'EUR' as const,
    at: '2026-11-22T10:00:00Z',
    invoiceNumber: null,
  }))
  expect(isFirstChargeDue(subscription({ payments }))).toBe(isTold)
  const same = { amount: 1_900, firstAmount: 1_900, trialDays: 14 }
  expect(isFirstChargeDue(subscription({ payments, terms: same }))).toBe(false)
})

describe('the subscription is polled [B9.1]', () => {
  test.each([
    ['an unknown subscription is polled', undefined, false, false, 2_000],
    ['a subscription that waits for a card is polled', subscription(), false, false, 2_000],
    [
      'a decided subscription is not polled',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'SUCCEEDED' }),
      false,
      false,
      false,
    ],
    [
      'a subscription with a pending charge is polled',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'PENDING' }),
      false,
      false,
      2_000,
    ],
    [
      'a subscription with an open card page is polled',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'SUCCEEDED', activationUrl: page }),
      false,
      false,
      2_000,
    ],
    [
      'a subscription that waits for a card page is polled',
      subscription({ status: 'PAST_DUE', lastPaymentStatus: 'FAILED' }),
      false,
      true,
      2_000,
    ],
    ['polling stops after an error', subscription(), true, true, false],
    ['an ended subscription is not polled', subscription({ status: 'EXPIRED' }), false, true, false],
  ] as const)('%s', (_, known, failed, isAsking, expected) => {
    expect(pollAfterMs(known, failed, isAsking)).toBe(expected)
  })
})

test.each([
  ['TRIALING', false, 'trial'],
  ['ACTIVE', false, 'renews'],
  ['ACTIVE', true, 'ends'],
  ['PAST_DUE', false, 'paid'],
  ['CANCELED', true, 'ended'],
  ['FROZEN', false, 'paid'],
])(
  "the period's end of a subscription that is %s (cancelled: %s) is the day that it %s",
  (status, cancelAtPeriodEnd, expected) => {
    expect(untilOf(subscription({ status, cancelAtPeriodEnd }))).toBe(expected)
  },
)

test('an unknown status is shown as under review', () => {
  expect(chipOf(subscription({ status: 'FROZEN' })).label).toBe('reviewPending')
  expect(paymentStatusMessage('FROZEN')).toBe('subscription.payment.unknown')
  expect(paymentStatusMessage('REFUNDED')).toBe('subscription.payment.REFUNDED')
})
