import type { Subscription } from '@cuida/core/subscription/api.ts'
import { describe, expect, test } from 'vitest'
import { chipOf, isFirstMonthAhead, paymentStatusMessage, phaseOf, pollAfterMs, untilOf } from './standing.ts'

const page = 'https://pay.example/1'
const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: 'a',
  status: 'PENDING',
  currentPeriodEnd: null,
  lastPaymentStatus: null,
  name: 'Monthly',
  currency: 'EUR',
  terms: { amount: 1_900, firstAmount: 950, trialDays: 14 },
  cancelAtPeriodEnd: false,
  activationUrl: null,
  payments: [],
  isOnHold: false,
  desk: null,
  ...more,
})

test.each([
  ['nobody has begun', undefined, {}, 'none'],
  ['the page for the card is on its way', {}, {}, 'preparing'],
  ['the page waits', { activationUrl: page }, {}, 'card'],
  ['who comes back from it waits for the answer', { activationUrl: page }, { wasThere: true }, 'confirming'],
  ['the card was refused', { lastPaymentStatus: 'FAILED' }, {}, 'refused'],
  ['the page was left', { lastPaymentStatus: 'CANCELED' }, {}, 'refused'],
  ['another page is on its way', { lastPaymentStatus: 'FAILED' }, { isAsking: true }, 'preparing'],
  ['and waits', { lastPaymentStatus: 'FAILED', activationUrl: page }, {}, 'card'],
  ['the trial runs', { status: 'TRIALING', lastPaymentStatus: 'SUCCEEDED' }, {}, 'subscribed'],
  ['a month is due', { status: 'PAST_DUE', lastPaymentStatus: 'FAILED' }, {}, 'due'],
  ['it was paused', { status: 'PAUSED' }, {}, 'paused'],
  ['the provider says a new word', { status: 'FROZEN' }, {}, 'unclear'],
  ['people look at it before anything of it counts', { status: 'ACTIVE', isOnHold: true }, {}, 'unclear'],
  ['it is over', { status: 'CANCELED' }, {}, 'none'],
  ['it was never begun in time', { status: 'EXPIRED' }, {}, 'none'],
] as const)('%s [B4.30]', (_, more, tab, phase) => {
  expect(phaseOf(more && subscription(more), tab)).toBe(phase)
})

test.each([
  ['before anything was charged', [], true],
  ['while the first try failed', ['FAILED'], true],
  ['once it is paid', ['SUCCEEDED'], false],
  ['once it was paid and given back', ['FAILED', 'REFUNDED'], false],
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
  expect(isFirstMonthAhead(subscription({ payments }))).toBe(isTold)
  const same = { amount: 1_900, firstAmount: 1_900, trialDays: 14 }
  expect(isFirstMonthAhead(subscription({ payments, terms: same }))).toBe(false)
})

describe('the subscription is polled [B9.1]', () => {
  test.each([
    ['while nothing is known', undefined, false, false, 2_000],
    ['while it waits for a card', subscription(), false, false, 2_000],
    [
      'no more once it is decided',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'SUCCEEDED' }),
      false,
      false,
      false,
    ],
    [
      'while its payment is open',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'PENDING' }),
      false,
      false,
      2_000,
    ],
    [
      'while a page for another card is open',
      subscription({ status: 'ACTIVE', lastPaymentStatus: 'SUCCEEDED', activationUrl: page }),
      false,
      false,
      2_000,
    ],
    [
      'while such a page is on its way',
      subscription({ status: 'PAST_DUE', lastPaymentStatus: 'FAILED' }),
      false,
      true,
      2_000,
    ],
    ['no more after an error', subscription(), true, true, false],
    ['no more when it is over', subscription({ status: 'EXPIRED' }), false, true, false],
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
  (status, cancelAtPeriodEnd, word) => {
    expect(untilOf(subscription({ status, cancelAtPeriodEnd }))).toBe(word)
  },
)

test('an unknown status is shown as under review', () => {
  expect(chipOf(subscription({ status: 'FROZEN' })).label).toBe('reviewPending')
  expect(paymentStatusMessage('FROZEN')).toBe('subscription.payment.unknown')
  expect(paymentStatusMessage('REFUNDED')).toBe('subscription.payment.REFUNDED')
})
