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
  test('processing: the payment is what happens now [B2.10]', () =>
    expect(stepsOf({})).toEqual([
      ['paying', 'now'],
      ['booked', 'next'],
      ['told', 'next'],
    ]))
  test('active: all of it is done', () =>
    expect(stepsOf({ status: 'ACTIVE' })).toEqual([
      ['paid', 'done'],
      ['booked', 'done'],
      ['told', 'done'],
    ]))
  test('cancelled later: it was paid, and is over', () =>
    expect(stepsOf({ status: 'ACTIVE', cancelledBy: 'patient' })).toEqual([
      ['paid', 'done'],
      ['cancelled', 'cancelled'],
    ]))
  test('failed: nothing after the payment will happen', () =>
    expect(stepsOf({ status: 'FAILED' })).toEqual([
      ['notPaid', 'failed'],
      ['notBooked', 'cancelled'],
    ]))
  test('free: there is no payment to wait for', () =>
    expect(stepsOf({ amount: 0 })).toEqual([
      ['free', 'done'],
      ['booked', 'now'],
      ['told', 'next'],
    ]))
})

describe('the bank', () => {
  const pending = { ...order, status: 'PENDING' } as const

  test('is shown while it waits for the patient', () =>
    expect(orderView({ ...pending, challengeUrl: 'https://bank.test/3ds/1' })).toMatchObject({
      phase: 'bank',
      bankUrl: 'https://bank.test/3ds/1',
    }))
  test.each([null, 'javascript:alert(1)', 'javascript:location="https://bank.test"', 'data:text/html,x'])(
    'with the address %s there is nowhere to go',
    (challengeUrl) =>
      expect(orderView({ ...pending, challengeUrl })).toMatchObject({ phase: 'processing', bankUrl: undefined }),
  )
  test('may be one of a test without https', () =>
    expect(orderView({ ...pending, challengeUrl: 'http://127.0.0.1:1/3ds' }).bankUrl).toBe('http://127.0.0.1:1/3ds'))
  test('asks in a frame of ours where it gave us what is posted there, and the words say so', () => {
    const challengeFrame = { url: 'https://bank.test/acs', request: 'eyJ0' }
    const view = orderView({ ...pending, challengeFrame })
    expect(view).toMatchObject({ phase: 'bank', bankUrl: undefined, bankFrame: challengeFrame, heading: 'bankFrame' })
  })
  test('is not framed from an address that is no page', () =>
    expect(orderView({ ...pending, challengeFrame: { url: 'javascript:alert(1)', request: 'eyJ0' } })).toMatchObject({
      phase: 'processing',
      bankFrame: undefined,
    }))
  test('is forgotten when the order is decided', () =>
    expect(orderView({ ...order, status: 'FAILED', challengeUrl: 'https://bank.test' }).bankUrl).toBeUndefined())
})

test.each(['CARD_FIRST_PAYMENT', 'PIX'])('an hour that began before the bank knew leads to another time: %s', (type) =>
  expect(orderView({ ...order, status: 'FAILED', failureReason: 'TOO_LATE', paymentMethodType: type })).toMatchObject({
    reason: 'TOO_LATE',
    retry: 'time',
  }),
)

describe('Pix', () => {
  const asked = { ...order, paymentMethodType: 'PIX' } as const
  const open = { ...asked, status: 'PENDING', pix: { code: '000201', expiresAt: '2026-11-26T10:30:00Z' } } as const

  test.each([
    ['is being made', asked, 'pixMaking'],
    ['waits for its patient', open, 'pix'],
    ['is given up', { ...open, pix: null }, 'pixEnding'],
    ['was paid', { ...asked, status: 'ACTIVE' }, 'active'],
  ] as const)('a code that %s', (_, shown, phase) =>
    expect(orderView(shown)).toMatchObject({ phase, bankUrl: undefined, isPix: true }),
  )
  test.each([
    ['EXPIRED', 'pix'],
    ['CANCELLED', 'pix'],
    ['PIX_FAILED', 'pix'],
    ['PIX_INVALID', 'pix'],
    ['PIX_DISABLED', 'again'],
  ] as const)('after %s one asks for %s', (failureReason, retry) =>
    expect(orderView({ ...asked, status: 'FAILED', failureReason })).toMatchObject({ reason: failureReason, retry }),
  )
  test('that ran out says so, and one that was paid too late says what became of the money', () => {
    const failed = { ...asked, status: 'FAILED', failureReason: 'EXPIRED' } as const
    expect(orderView(failed)).toMatchObject({ heading: 'pixExpired', reason: 'EXPIRED' })
    expect(orderView({ ...failed, refundAmount: 2_900 })).toMatchObject({ heading: 'pixLate', reason: undefined })
  })
  test('the code is what happens now', () =>
    expect(stepsOf(open)).toEqual([
      ['pix', 'now'],
      ['booked', 'next'],
      ['told', 'next'],
    ]))
})

test('an order that came true leads to its consultation [B2.10]', () =>
  expect(
    orderView({ ...order, status: 'ACTIVE', consultations: [{ id, startTime: null, clinicianId: null }] })
      .consultationId,
  ).toBe(id))

test.each([
  ['DECLINED', 'card'],
  ['INSUFFICIENT_FUNDS', 'card'],
  ['UNAUTHORISED', 'again'],
  ['EXPIRED', 'again'],
] as const)('after %s one tries %s', (failureReason, retry) =>
  expect(orderView({ ...order, status: 'FAILED', failureReason })).toMatchObject({ reason: failureReason, retry }),
)

test.each([
  ['DUPLICATED_PAYMENT', true],
  ['SIMILAR_PAYMENT', true],
  ['DECLINED', false],
] as const)('after %s the booking may be there already: %s', (failureReason, mayBePaid) =>
  expect(orderView({ ...order, status: 'FAILED', failureReason })).toMatchObject({ mayBePaid }),
)

describe('asking again', () => {
  test('every 2 s while undecided [B4.1] [B9.1]', () => {
    expect(pollAfterMs(undefined, false)).toBe(2_000)
    expect(pollAfterMs('PENDING', false)).toBe(2_000)
  })
  test('every 15 s after a failure', () => expect(pollAfterMs('PROCESSING', true)).toBe(15_000))
  test('never once it is decided', () => {
    expect(pollAfterMs('ACTIVE', false)).toBe(false)
    expect(pollAfterMs('FAILED', true)).toBe(false)
  })
})

test('a cancelled order leads to its consultation, one that failed or is on its way to none', () => {
  const consultations = [{ id, startTime: null, clinicianId: null }]
  const leadsTo = (change: Partial<Order>) => orderView({ ...order, consultations, ...change }).consultationId
  expect(leadsTo({ status: 'ACTIVE', cancelledBy: 'clinician' })).toBe(id)
  expect(leadsTo({ status: 'FAILED' })).toBeUndefined()
  expect(leadsTo({})).toBeUndefined()
})

test('only a Pix code that ran out is one, and only a failed order has a reason', () => {
  expect(orderView({ ...order, status: 'FAILED', failureReason: 'EXPIRED' }).heading).toBe('failed')
  expect(orderView({ ...order, status: 'FAILED', paymentMethodType: 'PIX', failureReason: 'PIX_FAILED' }).heading).toBe(
    'failed',
  )
  expect(orderView(order)).toMatchObject({ heading: 'processing', reason: undefined, mayBePaid: false })
  expect(orderView({ ...order, status: 'FAILED' }).reason).toBe('UNKNOWN')
})

test('money that went back of a card, or after care, is no Pix that came too late', () => {
  const back = { refundAmount: 2_900, failureReason: 'DECLINED' } as const
  expect(orderView({ ...order, ...back, status: 'FAILED' })).toMatchObject({ heading: 'failed', reason: 'DECLINED' })
  const pix = { ...order, ...back, paymentMethodType: 'PIX', status: 'ACTIVE', cancelledBy: 'patient' } as const
  expect(orderView(pix).heading).toBe('cancelled')
})

test('money that came too late for its Pix is told to be back', () =>
  expect(stepsOf({ paymentMethodType: 'PIX', status: 'FAILED', refundAmount: 2_900 })).toEqual([
    ['returned', 'cancelled'],
    ['notBooked', 'cancelled'],
  ]))
