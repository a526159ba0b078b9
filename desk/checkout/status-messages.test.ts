import { readFileSync } from 'node:fs'
import type { OrderLine } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { SubscriptionLine } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  formatSum,
  type HistoryEvent,
  happeningLabel,
  orderStatusText,
  providerName,
  sourceLabel,
  taskTitle,
  timelineStepState,
} from './order/order-messages.ts'
import { chargeLabel, eventLabel, subscriptionStatusText } from './subscription/subscription-messages.ts'

const text = JSON.parse(readFileSync(new URL('../../content/locales/en/desk.json', import.meta.url), 'utf8'))
beforeEach(() => loadMessages('en', { ...text, 'desk.orders.source.by': [['name'], ', at the desk'] }))

const order = { status: 'ACTIVE', attention: null, refunded: 0, amount: 2900 } as OrderLine

test.each([
  ['that is processing', { status: 'PROCESSING' }, ['Processing', 'neutral', 'clock']],
  ['that waits for the bank', { status: 'PENDING' }, ['Waiting for the patient or the bank', 'warning', 'clock']],
  ['that is paid', {}, ['Paid', 'success', 'check']],
  ['that is not paid', { status: 'FAILED' }, ['Not paid', 'danger', 'error']],
  ['with a refund of one cent', { refunded: 1 }, ['Partly refunded', 'neutral', 'check']],
  ['with a refund of all but one cent', { refunded: 2899 }, ['Partly refunded', 'neutral', 'check']],
  ['with a full refund', { refunded: 2900 }, ['Refunded', 'neutral', 'check']],
  ['on hold', { attention: 'on-hold' }, ['Set aside', 'danger', 'warning']],
  ['whose refund was refused', { attention: 'refused', refunded: 1 }, ['Refund refused', 'danger', 'warning']],
  ['with a refund request to approve', { attention: 'asked' }, ['To approve', 'accent', 'warning']],
  ['with a pending refund', { attention: 'refunding', refunded: 1 }, ['Refund on its way', 'neutral', 'clock']],
] as const)('the chip of an order %s', (_, more, [text, tone, icon]) =>
  expect(orderStatusText({ ...order, ...more })).toEqual({ text, tone, icon }),
)

const subscription = { status: 'ACTIVE', attention: null } as SubscriptionLine

test.each([
  ['that is paid', {}, ['Active', 'success', 'check']],
  ['in its trial', { status: 'TRIALING' }, ['In trial', 'success', 'check']],
  ['with a charge overdue', { status: 'PAST_DUE' }, ['Month not paid', 'danger', 'warning']],
  ['that is paused', { status: 'PAUSED' }, ['Paused', 'warning', 'clock']],
  ['that is cancelled', { status: 'CANCELED' }, ['Ended', 'neutral', 'clock']],
  ['with an unknown status of the provider', { status: 'FROZEN' }, ['FROZEN', 'neutral', 'clock']],
  ['on hold', { attention: 'on-hold' }, ['Set aside', 'danger', 'warning']],
  ['whose refund was refused', { attention: 'refused' }, ['Refund refused', 'danger', 'warning']],
  ['with a refund request to approve', { attention: 'asked' }, ['To approve', 'accent', 'warning']],
  ['with a pending refund', { attention: 'refunding' }, ['Refund on its way', 'neutral', 'clock']],
] as const)('the chip of a subscription %s', (_, more, [text, tone, icon]) =>
  expect(subscriptionStatusText({ ...subscription, ...more })).toEqual({ text, tone, icon }),
)

const event: HistoryEvent = { at: '2026-11-26T10:00:00Z', source: 'job', status: 'PROCESSING', detail: null, by: null }

describe('the label of an event', () => {
  test.each([
    ['the patient ordered', { source: 'app' }, 'Ordered'],
    ['the patient returned from the bank', { source: 'app', status: 'ACTIVE' }, 'Paid'],
    ['the system processes it', {}, 'Processing'],
    ['a refund was requested', { source: 'app', detail: 'REFUND_ASKED' }, 'Refund requested'],
    ['the bank declined', { status: 'FAILED', detail: 'DECLINED' }, 'Declined by the bank'],
    ['a cancelled booking is not a cancelled payment', { detail: 'CANCELLED' }, 'Booking cancelled'],
    [
      'an unknown detail shows the status',
      { status: 'PENDING', detail: 'NEW_ONE' },
      'Waiting for the patient or the bank',
    ],
    ['an unknown status shows as it is', { status: 'FROZEN', detail: 'NEW_ONE' }, 'FROZEN'],
  ] as const)('an order event: %s', (_, more, text) => expect(happeningLabel({ ...event, ...more })).toBe(text))

  test.each([
    ['a manager paused it', { status: 'ACTIVE', detail: 'PAUSE_ASKED' }, 'Pause requested'],
    ['a charge was paid', { status: 'ACTIVE', detail: 'SUCCEEDED mp-77' }, 'Active · Paid'],
    ['a charge failed', { status: 'PAST_DUE', detail: 'FAILED mp-77' }, 'Month not paid · Not accepted'],
    ['a status without detail', { status: 'PAUSED' }, 'Paused'],
    ['an unknown status shows as the provider’s own', { status: 'FROZEN', detail: 'THAWED mp-77' }, 'FROZEN'],
  ] as const)('a subscription event: %s', (_, more, text) => expect(eventLabel({ ...event, ...more })).toBe(text))

  test.each([
    ['an event by a person names them', { source: 'staff', by: 'Ana Ruiz' }, 'Ana Ruiz, at the desk'],
    ['an event without a person names its source', { source: 'webhook' }, 'By a notice from the provider'],
  ] as const)('%s', (_, more, text) => expect(sourceLabel({ ...event, ...more })).toBe(text))

  test.each([
    ['of a declined payment', { status: 'FAILED', detail: 'DECLINED' }, 'failed'],
    ['of a declined refund', { status: 'ACTIVE', detail: 'REFUND_DECLINED' }, 'failed'],
    ['of a mismatching amount', { status: 'ACTIVE', detail: 'MONEY_DIFFERS' }, 'failed'],
    ['of a cancelled booking', { status: 'ACTIVE', detail: 'CANCELLED' }, 'cancelled'],
    ['of a failure with an unknown reason', { status: 'FAILED', detail: 'NEW_ONE' }, 'done'],
    ['of a failure without a reason', { status: 'FAILED' }, 'done'],
    ['of a failure detail on a successful payment', { status: 'ACTIVE', detail: 'DECLINED' }, 'done'],
  ] as const)('the event %s has its state in the timeline', (_, more, state) =>
    expect(timelineStepState({ ...event, ...more })).toBe(state),
  )
})

test('a charge status without a message shows as the provider’s own', () =>
  expect(['REFUNDED', 'THAWED'].map(chargeLabel)).toEqual(['Refunded', 'THAWED']))

test('providers show with their own names', () =>
  expect(['monei', 'mercadopago', 'newcomer'].map(providerName)).toEqual(['MONEI', 'Mercado Pago', 'newcomer']))

test('an unknown amount does not show as zero', () => {
  expect(formatSum(null, 'EUR')).toBe('Nothing')
  expect(formatSum(0, 'EUR')).toBe('€0.00')
  expect(formatSum(1450, 'BRL')).toBe('R$14.50')
})

test('a task is named by its kind of difference', () =>
  expect(taskTitle({ kind: 'NOT_RECORDED' } as never)).toBe('Paid, but not in our books'))
