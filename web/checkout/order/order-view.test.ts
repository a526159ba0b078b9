import type { Order } from '@cuida/core/checkout/order/order.ts'
import { describe, expect, test } from 'vitest'
import { orderView, pollAfterMs } from './order-view.ts'

const id = '7d3ad2f5-0b5b-4b4f-9b0d-0a8a3c1f0001'
const order: Order = {
  id,
  uuid: id,
  status: 'PROCESSING',
  failureDomain: null,
  failureReason: null,
  product: { id: '1', name: 'Nutrition', slug: 'nutrition' },
  patient: { id, firstName: 'Ana' },
  amount: 2_900,
  currency: 'EUR',
  refundAmount: 0,
  refund: null,
  cancelledBy: null,
  maskedCardNumber: null,
  cardType: null,
  installments: 1,
  payerTotal: 2_900,
  paymentMethodType: 'CARD_FIRST_PAYMENT',
  paymentId: null,
  challengeUrl: null,
  challengeFrame: null,
  pix: null,
  consultations: [],
  createdAt: '2026-11-26T10:00:00Z',
}
const stepsOf = (change: Partial<Order>) =>
  orderView({ ...order, ...change }).steps.map(({ name, state }) => [name, state])

describe('the timeline of an order [B1.7]', () => {
  test('processing: the payment is the current step [B2.10]', () =>
    expect(stepsOf({})).toEqual([
      ['paying', 'now'],
      ['booked', 'next'],
      ['told', 'next'],
    ]))
  test('active: every step is done', () =>
    expect(stepsOf({ status: 'ACTIVE' })).toEqual([
      ['paid', 'done'],
      ['booked', 'done'],
      ['told', 'done'],
    ]))
  test('cancelled later: the payment is done and the timeline ends', () =>
    expect(stepsOf({ status: 'ACTIVE', cancelledBy: 'patient' })).toEqual([
      ['paid', 'done'],
      ['cancelled', 'cancelled'],
    ]))
  test('failed: no step follows the payment', () =>
    expect(stepsOf({ status: 'FAILED' })).toEqual([
      ['notPaid', 'failed'],
      ['notBooked', 'cancelled'],
    ]))
  test('free: there is no payment step', () =>
    expect(stepsOf({ amount: 0 })).toEqual([
      ['free', 'done'],
      ['booked', 'now'],
      ['told', 'next'],
    ]))
})

describe('the bank challenge', () => {
  const pending = { ...order, status: 'PENDING' } as const

  test('the challenge is shown while the bank waits for the patient', () =>
    expect(orderView({ ...pending, challengeUrl: 'https://bank.test/3ds/1' })).toMatchObject({
      phase: 'bank',
      bankUrl: 'https://bank.test/3ds/1',
    }))
  test.each([null, 'javascript:alert(1)', 'javascript:location="https://bank.test"', 'data:text/html,x'])(
    'the URL %s is not followed',
    (challengeUrl) =>
      expect(orderView({ ...pending, challengeUrl })).toMatchObject({ phase: 'processing', bankUrl: undefined }),
  )
  test('a URL without https is allowed in tests', () =>
    expect(orderView({ ...pending, challengeUrl: 'http://127.0.0.1:1/3ds' }).bankUrl).toBe('http://127.0.0.1:1/3ds'))
  test('a challenge with form data opens in our frame, and the text says so', () => {
    const challengeFrame = { url: 'https://bank.test/acs', request: 'eyJ0' }
    const view = orderView({ ...pending, challengeFrame })
    expect(view).toMatchObject({ phase: 'bank', bankUrl: undefined, bankFrame: challengeFrame, heading: 'bankFrame' })
  })
  test('a challenge with an unsafe URL is not framed', () =>
    expect(orderView({ ...pending, challengeFrame: { url: 'javascript:alert(1)', request: 'eyJ0' } })).toMatchObject({
      phase: 'processing',
      bankFrame: undefined,
    }))
  test('a decided order shows no challenge', () =>
    expect(orderView({ ...order, status: 'FAILED', challengeUrl: 'https://bank.test' }).bankUrl).toBeUndefined())
})

test.each(['CARD_FIRST_PAYMENT', 'PIX'])(
  'a time that started before the bank replied leads to another time: %s',
  (type) =>
    expect(orderView({ ...order, status: 'FAILED', failureReason: 'TOO_LATE', paymentMethodType: type })).toMatchObject(
      {
        reason: 'TOO_LATE',
        retry: 'time',
      },
    ),
)

describe('a wallet', () => {
  const bizum = { ...order, paymentMethodType: 'BIZUM' } as const
  const open = { ...bizum, status: 'PENDING', challengeUrl: 'https://monei.test/pay/1' } as const

  test('waits on the provider’s page, which is not called a bank’s', () => {
    expect(orderView(open)).toMatchObject({
      phase: 'bank',
      heading: 'wallet',
      wallet: 'bizum',
      bankUrl: 'https://monei.test/pay/1',
    })
    expect(stepsOf(open)[0]).toEqual(['wallet', 'now'])
  })
  test.each([
    ['DECLINED', 'again'],
    ['EXPIRED', 'again'],
    ['TOO_LATE', 'time'],
  ] as const)('after %s the retry is %s', (failureReason, retry) =>
    expect(orderView({ ...bizum, status: 'FAILED', failureReason })).toMatchObject({ retry, heading: 'failed' }),
  )
})

describe('Pix', () => {
  const pixOrder = { ...order, paymentMethodType: 'PIX' } as const
  const open = { ...pixOrder, status: 'PENDING', pix: { code: '000201', expiresAt: '2026-11-26T10:30:00Z' } } as const

  test.each([
    ['is being created', pixOrder, 'pixMaking'],
    ['waits for its patient', open, 'pix'],
    ['is being ended', { ...open, pix: null }, 'pixEnding'],
    ['was paid', { ...pixOrder, status: 'ACTIVE' }, 'active'],
  ] as const)('a code that %s', (_, orderState, phase) =>
    expect(orderView(orderState)).toMatchObject({ phase, bankUrl: undefined, isPix: true }),
  )
  test.each([
    ['EXPIRED', 'pix'],
    ['CANCELLED', 'pix'],
    ['PIX_FAILED', 'pix'],
    ['PIX_INVALID', 'pix'],
    ['PIX_DISABLED', 'again'],
  ] as const)('after %s the retry is %s', (failureReason, retry) =>
    expect(orderView({ ...pixOrder, status: 'FAILED', failureReason })).toMatchObject({ reason: failureReason, retry }),
  )
  test('an expired code says so, and a late payment explains its refund', () => {
    const failed = { ...pixOrder, status: 'FAILED', failureReason: 'EXPIRED' } as const
    expect(orderView(failed)).toMatchObject({ heading: 'pixExpired', reason: 'EXPIRED' })
    expect(orderView({ ...failed, refundAmount: 2_900 })).toMatchObject({ heading: 'pixLate', reason: undefined })
  })
  test('the open code is the current step', () =>
    expect(stepsOf(open)).toEqual([
      ['pix', 'now'],
      ['booked', 'next'],
      ['told', 'next'],
    ]))
})

test('a successful order leads to its consultation [B2.10]', () =>
  expect(
    orderView({ ...order, status: 'ACTIVE', consultations: [{ id, startTime: null, clinicianId: null }] })
      .consultationId,
  ).toBe(id))

test.each([
  ['DECLINED', 'card'],
  ['INSUFFICIENT_FUNDS', 'card'],
  ['UNAUTHORISED', 'again'],
  ['EXPIRED', 'again'],
] as const)('after %s the retry is %s', (failureReason, retry) =>
  expect(orderView({ ...order, status: 'FAILED', failureReason })).toMatchObject({ reason: failureReason, retry }),
)

test.each([
  ['DUPLICATED_PAYMENT', true],
  ['SIMILAR_PAYMENT', true],
  ['DECLINED', false],
] as const)('after %s the booking may exist already: %s', (failureReason, mayBePaid) =>
  expect(orderView({ ...order, status: 'FAILED', failureReason })).toMatchObject({ mayBePaid }),
)

describe('polling', () => {
  test('an undecided order is polled every 2 s [B4.1] [B9.1]', () => {
    expect(pollAfterMs(undefined, false)).toBe(2_000)
    expect(pollAfterMs('PENDING', false)).toBe(2_000)
  })
  test('after a failed request the order is polled every 15 s', () =>
    expect(pollAfterMs('PROCESSING', true)).toBe(15_000))
  test('a decided order is not polled', () => {
    expect(pollAfterMs('ACTIVE', false)).toBe(false)
    expect(pollAfterMs('FAILED', true)).toBe(false)
  })
})

test('a cancelled order leads to its consultation, a failed or pending one does not', () => {
  const consultations = [{ id, startTime: null, clinicianId: null }]
  const leadsTo = (change: Partial<Order>) => orderView({ ...order, consultations, ...change }).consultationId
  expect(leadsTo({ status: 'ACTIVE', cancelledBy: 'clinician' })).toBe(id)
  expect(leadsTo({ status: 'FAILED' })).toBeUndefined()
  expect(leadsTo({})).toBeUndefined()
})

test('only an expired Pix code counts as expired, and only a failed order has a reason', () => {
  expect(orderView({ ...order, status: 'FAILED', failureReason: 'EXPIRED' }).heading).toBe('failed')
  expect(orderView({ ...order, status: 'FAILED', paymentMethodType: 'PIX', failureReason: 'PIX_FAILED' }).heading).toBe(
    'failed',
  )
  expect(orderView(order)).toMatchObject({ heading: 'processing', reason: undefined, mayBePaid: false })
  expect(orderView({ ...order, status: 'FAILED' }).reason).toBe('UNKNOWN')
})

test('a refund to a card or after care does not count as a late Pix payment', () => {
  const back = { refundAmount: 2_900, failureReason: 'DECLINED' } as const
  expect(orderView({ ...order, ...back, status: 'FAILED' })).toMatchObject({ heading: 'failed', reason: 'DECLINED' })
  const pix = { ...order, ...back, paymentMethodType: 'PIX', status: 'ACTIVE', cancelledBy: 'patient' } as const
  expect(orderView(pix).heading).toBe('cancelled')
})

test('a late Pix payment is shown as refunded', () =>
  expect(stepsOf({ paymentMethodType: 'PIX', status: 'FAILED', refundAmount: 2_900 })).toEqual([
    ['returned', 'cancelled'],
    ['notBooked', 'cancelled'],
  ]))
