import { expect, test } from 'vitest'
import { chargeStatus, paymentStatus } from './payment.ts'

test.each([
  ['nothing was asked for yet', { state: 'intended', captured: 0, refunded: 0, failure: null }, 'PENDING'],
  ['the bank waits for the patient', { state: 'pending', captured: 0, refunded: 0, failure: null }, 'PENDING'],
  ['the money came', { state: 'succeeded', captured: 100, refunded: 0, failure: null }, 'SUCCEEDED'],
  ['a unit went back', { state: 'refunded', captured: 100, refunded: 1, failure: null }, 'PARTIALLY_REFUNDED'],
  ['all but a unit went back', { state: 'refunded', captured: 100, refunded: 99, failure: null }, 'PARTIALLY_REFUNDED'],
  ['all of it went back', { state: 'refunded', captured: 100, refunded: 100, failure: null }, 'REFUNDED'],
  [
    'it went back, and we never learned how much had come',
    { state: 'refunded', captured: 0, refunded: 0, failure: null },
    'REFUNDED',
  ],
  [
    'a refund is told of a payment that did not come',
    { state: 'failed', captured: 0, refunded: 100, failure: 'DECLINED' },
    'FAILED',
  ],
  ['the bank said no', { state: 'failed', captured: 0, refunded: 0, failure: 'DECLINED' }, 'FAILED'],
  ['the patient gave up', { state: 'failed', captured: 0, refunded: 0, failure: 'CANCELLED' }, 'CANCELED'],
  [
    'its payer wants it back',
    { state: 'succeeded', captured: 100, refunded: 0, failure: null, isInDispute: true },
    'IN_DISPUTE',
  ],
  [
    'the bank of its payer took it',
    { state: 'succeeded', captured: 100, refunded: 0, failure: null, chargedBack: 100 },
    'CHARGED_BACK',
  ],
  ['nobody answered the bank', { state: 'failed', captured: 0, refunded: 0, failure: 'EXPIRED' }, 'EXPIRED'],
] as const)('%s', (_, attempt, expected) => expect(paymentStatus(attempt)).toBe(expected))

test('a subscription charge has the provider’s status, and PENDING for an unknown one', () => {
  expect(['SUCCEEDED', 'PARTIALLY_REFUNDED', 'BEWITCHED'].map(chargeStatus)).toEqual([
    ...['SUCCEEDED', 'PARTIALLY_REFUNDED', 'PENDING'],
  ])
})
