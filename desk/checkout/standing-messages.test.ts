import { readFileSync } from 'node:fs'
import type { OrderLine } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { SubscriptionLine } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  formatSum,
  happeningLabel,
  type Past,
  providerName,
  sourceLabel,
  standingOf,
  taskTitle,
  timelineStepState,
} from './order/order-messages.ts'
import { chargeLabel, eventLabel, subscriptionStanding } from './subscription/subscription-messages.ts'

const text = JSON.parse(readFileSync(new URL('../../content/locales/en/desk.json', import.meta.url), 'utf8'))
beforeEach(() => loadMessages('en', { ...text, 'desk.orders.source.by': [['name'], ', at the desk'] }))

const order = { status: 'ACTIVE', attention: null, refunded: 0, amount: 2900 } as OrderLine

test.each([
  ['on its way', { status: 'PROCESSING' }, ['Processing', 'neutral', 'clock']],
  ['waiting for the bank', { status: 'PENDING' }, ['Waiting for the patient or the bank', 'warning', 'clock']],
  ['paid', {}, ['Paid', 'success', 'check']],
  ['not paid', { status: 'FAILED' }, ['Not paid', 'danger', 'error']],
  ['paid, and a cent of it went back', { refunded: 1 }, ['Partly refunded', 'neutral', 'check']],
  ['paid, and all but a cent of it went back', { refunded: 2899 }, ['Partly refunded', 'neutral', 'check']],
  ['paid, and all of it went back', { refunded: 2900 }, ['Refunded', 'neutral', 'check']],
  ['set aside', { attention: 'on-hold' }, ['Set aside', 'danger', 'warning']],
  ['whose refund was refused', { attention: 'refused', refunded: 1 }, ['Refund refused', 'danger', 'warning']],
  ['that another manager is to approve', { attention: 'asked' }, ['To approve', 'accent', 'warning']],
  ['whose money goes back', { attention: 'refunding', refunded: 1 }, ['Refund on its way', 'neutral', 'clock']],
] as const)('an order %s says so', (_, more, [text, tone, icon]) =>
  expect(standingOf({ ...order, ...more })).toEqual({ text, tone, icon }),
)

const subscription = { status: 'ACTIVE', attention: null } as SubscriptionLine

test.each([
  ['that is paid', {}, ['Active', 'success', 'check']],
  ['in its trial', { status: 'TRIALING' }, ['In trial', 'success', 'check']],
  ['whose month is due', { status: 'PAST_DUE' }, ['Month not paid', 'danger', 'warning']],
  ['that rests', { status: 'PAUSED' }, ['Paused', 'warning', 'clock']],
  ['that is over', { status: 'CANCELED' }, ['Ended', 'neutral', 'clock']],
  ['of which the provider has a word of its own', { status: 'FROZEN' }, ['FROZEN', 'neutral', 'clock']],
  ['set aside', { attention: 'on-hold' }, ['Set aside', 'danger', 'warning']],
  ['whose refund was refused', { attention: 'refused' }, ['Refund refused', 'danger', 'warning']],
  ['that another manager is to approve', { attention: 'asked' }, ['To approve', 'accent', 'warning']],
  ['whose money goes back', { attention: 'refunding' }, ['Refund on its way', 'neutral', 'clock']],
] as const)('a subscription %s says so', (_, more, [text, tone, icon]) =>
  expect(subscriptionStanding({ ...subscription, ...more })).toEqual({ text, tone, icon }),
)

const past: Past = { at: '2026-11-26T10:00:00Z', source: 'job', status: 'PROCESSING', detail: null, by: null }

describe('what happened', () => {
  test.each([
    ['the patient ordered', { source: 'app' }, 'Ordered'],
    ['the patient came back from the bank', { source: 'app', status: 'ACTIVE' }, 'Paid'],
    ['the system took it up', {}, 'Processing'],
    ['something of our own books', { source: 'app', detail: 'REFUND_ASKED' }, 'Refund requested'],
    ['the bank declined', { status: 'FAILED', detail: 'DECLINED' }, 'Declined by the bank'],
    ['a cancelled booking is no cancelled payment', { detail: 'CANCELLED' }, 'Booking cancelled'],
    [
      'something that has no words yet',
      { status: 'PENDING', detail: 'NEW_ONE' },
      'Waiting for the patient or the bank',
    ],
    ['nothing that has words', { status: 'FROZEN', detail: 'NEW_ONE' }, 'FROZEN'],
  ] as const)('to an order: %s', (_, more, text) => expect(happeningLabel({ ...past, ...more })).toBe(text))

  test.each([
    ['a manager had it rest', { status: 'ACTIVE', detail: 'PAUSE_ASKED' }, 'Pause requested'],
    ['a month was paid', { status: 'ACTIVE', detail: 'SUCCEEDED mp-77' }, 'Active · Paid'],
    ['a month was not', { status: 'PAST_DUE', detail: 'FAILED mp-77' }, 'Month not paid · Not accepted'],
    ['it stands so', { status: 'PAUSED' }, 'Paused'],
    ['the provider has words of its own', { status: 'FROZEN', detail: 'THAWED mp-77' }, 'FROZEN'],
  ] as const)('to a subscription: %s', (_, more, text) => expect(eventLabel({ ...past, ...more })).toBe(text))

  test.each([
    ['by somebody, who is named', { source: 'staff', by: 'Ana Ruiz' }, 'Ana Ruiz, at the desk'],
    ['by nobody', { source: 'webhook' }, 'By a notice from the provider'],
  ] as const)('%s', (_, more, text) => expect(sourceLabel({ ...past, ...more })).toBe(text))

  test.each([
    ['a payment that was declined', { status: 'FAILED', detail: 'DECLINED' }, 'failed'],
    ['a refund that was turned down', { status: 'ACTIVE', detail: 'REFUND_DECLINED' }, 'failed'],
    ['money that differs', { status: 'ACTIVE', detail: 'MONEY_DIFFERS' }, 'failed'],
    ['a booking that was called off', { status: 'ACTIVE', detail: 'CANCELLED' }, 'cancelled'],
    ['an end for a reason without words', { status: 'FAILED', detail: 'NEW_ONE' }, 'done'],
    ['an end without a reason', { status: 'FAILED' }, 'done'],
    ['a reason of a failure beside a payment that came', { status: 'ACTIVE', detail: 'DECLINED' }, 'done'],
  ] as const)('%s looks it', (_, more, state) => expect(timelineStepState({ ...past, ...more })).toBe(state))
})

test('a month of which the provider has a word of its own is called by it', () =>
  expect(['REFUNDED', 'THAWED'].map(chargeLabel)).toEqual(['Refunded', 'THAWED']))

test('providers go by their own names', () =>
  expect(['monei', 'mercadopago', 'newcomer'].map(providerName)).toEqual(['MONEI', 'Mercado Pago', 'newcomer']))

test('books that say nothing are not books that say zero', () => {
  expect(formatSum(null, 'EUR')).toBe('Nothing')
  expect(formatSum(0, 'EUR')).toBe('€0.00')
  expect(formatSum(1450, 'BRL')).toBe('R$14.50')
})

test('a task is called by what differs', () =>
  expect(taskTitle({ kind: 'NOT_RECORDED' } as never)).toBe('Paid, but not in our books'))
