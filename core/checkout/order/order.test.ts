import * as v from 'valibot'
import { expect, test } from 'vitest'
import { FailureReason } from '../payment/failure.ts'
import { PromoProblem } from '../promo/promo.ts'
import { RefundReason } from '../refund/refund.ts'
import { RefundRequestState } from '../refund/refund-request.ts'
import { moveOrder, Order, PaymentMethod } from './order.ts'

const id = '7f0f2c0e-95a3-4a4f-9a38-2f1f0d1c9b11'
const order: Order = {
  id,
  uuid: id,
  status: 'ACTIVE',
  failureDomain: null,
  failureReason: null,
  product: { id: 'p', name: 'First visit', slug: 'first-visit' },
  patient: { id, firstName: 'Ana' },
  amount: 4_900,
  currency: 'EUR',
  refundAmount: 900,
  refund: { amount: 900, state: 'pending' },
  cancelledBy: 'patient',
  maskedCardNumber: '•••• 4422',
  cardType: 'visa',
  paymentMethodType: 'CARD_FIRST_PAYMENT',
  paymentId: id,
  installments: 1,
  payerTotal: 2900,
  challengeUrl: null,
  challengeFrame: null,
  pix: { code: '000201', expiresAt: '2026-11-21T12:00:00.000Z' },
  consultations: [{ id, startTime: '2026-11-21T16:00:00.000Z', clinicianId: null }],
  createdAt: '2026-11-21T09:00:00.000Z',
}

test('an order has its price, patient, refund, payment method and time', () =>
  expect(v.parse(Order, order)).toEqual(order))

test.each([
  ...(['PROCESSING', 'PENDING', 'ACTIVE', 'FAILED'] as const).map((status) => ({ status })),
  ...(['visa', 'master', 'amex', 'elo', 'hipercard', null] as const).map((cardType) => ({ cardType })),
  ...(['patient', 'clinician', 'missed-calls', null] as const).map((cancelledBy) => ({ cancelledBy })),
  ...(['pending', 'done', 'refused'] as const).map((state) => ({ refund: { amount: 900, state } })),
  ...FailureReason.options.map((failureReason) => ({ failureReason, failureDomain: 'Payment' as const })),
])('an order may have %j', (changes) => expect(v.parse(Order, { ...order, ...changes })).toMatchObject(changes))

test.each([
  { status: 'REFUNDED' },
  { cardType: 'maestro' },
  { cancelledBy: 'manager' },
  { refund: { amount: 900, state: 'lost' } },
  { refund: { state: 'done' } },
  { failureReason: 'BAD_LUCK' },
  { currency: 'GBP' },
])('an order never has %j', (changes) => expect(v.is(Order, { ...order, ...changes })).toBe(false))

test('an open order may alternate with the bank and reaches a final state once', () => {
  expect(moveOrder('PROCESSING', 'challenged')).toBe('PENDING')
  expect(moveOrder('PENDING', 'resumed')).toBe('PROCESSING')
  expect(moveOrder('PENDING', 'paid')).toBe('ACTIVE')
  expect(moveOrder('PROCESSING', 'refused')).toBe('FAILED')
  expect(moveOrder('PENDING', 'challenged')).toBeUndefined()
})

// Replies are validated against these lists: a value missing from one makes the reply fail.
test('failure reasons, promo problems and refund reasons have exactly these values', () => {
  expect(FailureReason.options).toEqual([
    ...['DECLINED', 'INSUFFICIENT_FUNDS', 'BAD_CARD_DETAILS', 'DISABLED_CARD', 'DUPLICATED_PAYMENT', 'SIMILAR_PAYMENT'],
    ...[
      'UNAUTHORISED',
      'FORBIDDEN_INTER_COUNTRY',
      'EXPIRED',
      'CANCELLED',
      'TOO_LATE',
      'PIX_DISABLED',
      'PIX_FAILED',
      'PIX_INVALID',
    ],
  ])
  expect(PromoProblem.options).toEqual([
    ...['ALREADY_USED', 'DATE_RANGE', 'INVALID_PRODUCT', 'LIMIT_USAGE', 'PAYMENT_GATEWAY_THRESHOLD'],
    ...['PROMOCODE_DISABLED', 'TOO_MANY_CODES', 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT'],
  ])
  expect(RefundReason.options).toEqual([
    ...[
      'PAID_TOO_LATE',
      'PATIENT_CANCELLED',
      'CLINICIAN_CANCELLED',
      'CLINICIAN_ABSENT',
      'MISSED_CALLS',
      'CARE_NOT_GIVEN',
      'DESK',
    ],
  ])
  expect(RefundRequestState.options).toEqual(['open', 'approved', 'declined', 'withdrawn', 'expired'])
  expect(PaymentMethod.options).toEqual(['CARD_FIRST_PAYMENT', 'PIX', 'APPLE_PAY', 'GOOGLE_PAY', 'BIZUM'])
})
