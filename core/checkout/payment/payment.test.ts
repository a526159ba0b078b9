import { expect, test } from 'vitest'
import { chargeStatus, paymentStatus } from './payment.ts'

test.each([
  ['a payment that was not sent yet', { state: 'intended', captured: 0, refunded: 0, failure: null }, 'PENDING'],
  [
    'a payment that waits for the bank and the patient',
    { state: 'pending', captured: 0, refunded: 0, failure: null },
    'PENDING',
  ],
  ['a payment that succeeded', { state: 'succeeded', captured: 100, refunded: 0, failure: null }, 'SUCCEEDED'],
  [
    'a payment with a refund of one unit',
    { state: 'refunded', captured: 100, refunded: 1, failure: null },
    'PARTIALLY_REFUNDED',
  ],
  [
    'a payment with a refund of all but one unit',
    { state: 'refunded', captured: 100, refunded: 99, failure: null },
    'PARTIALLY_REFUNDED',
  ],
  [
    'a payment that was refunded in full',
    { state: 'refunded', captured: 100, refunded: 100, failure: null },
    'REFUNDED',
  ],
  ['a refunded payment of unknown amount', { state: 'refunded', captured: 0, refunded: 0, failure: null }, 'REFUNDED'],
  [
    'a failed payment with a reported refund',
    { state: 'failed', captured: 0, refunded: 100, failure: 'DECLINED' },
    'FAILED',
  ],
  ['a payment that the bank declined', { state: 'failed', captured: 0, refunded: 0, failure: 'DECLINED' }, 'FAILED'],
  [
    'a payment that the patient cancelled',
    { state: 'failed', captured: 0, refunded: 0, failure: 'CANCELLED' },
    'CANCELED',
  ],
  [
    'a payment with an open dispute',
    { state: 'succeeded', captured: 100, refunded: 0, failure: null, isInDispute: true },
    'IN_DISPUTE',
  ],
  [
    'a payment that was charged back',
    { state: 'succeeded', captured: 100, refunded: 0, failure: null, chargedBack: 100 },
    'CHARGED_BACK',
  ],
  ['a payment whose challenge expired', { state: 'failed', captured: 0, refunded: 0, failure: 'EXPIRED' }, 'EXPIRED'],
  ['a payment that came too late', { state: 'failed', captured: 0, refunded: 0, failure: 'TOO_LATE' }, 'EXPIRED'],
] as const)('%s', (_, attempt, expected) => expect(paymentStatus(attempt)).toBe(expected))

test('a subscription charge has the provider’s status, and PENDING for an unknown one', () => {
  expect(['SUCCEEDED', 'PARTIALLY_REFUNDED', 'BEWITCHED'].map(chargeStatus)).toEqual([
    ...['SUCCEEDED', 'PARTIALLY_REFUNDED', 'PENDING'],
  ])
})
