import { expect, test } from 'vitest'
import { compareBooks, lasting, type OurPayment, type TheirPayment } from './reconciliation.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-21T09:00:00Z')
const ours: OurPayment = {
  attemptId: 'a',
  orderId: 'o',
  providerPaymentId: 'p',
  captured: 4_900,
  refunded: 0,
  currency: 'EUR',
  at: earlier,
  isOnHold: false,
  dispute: 'none' as const,
}
const theirs: TheirPayment = {
  providerPaymentId: 'p',
  reference: 'a',
  paid: 4_900,
  refunded: 0,
  currency: 'EUR',
  at: earlier,
}
const kinds = (own: Partial<OurPayment> | undefined, their: Partial<TheirPayment> | undefined) =>
  compareBooks(own ? [{ ...ours, ...own }] : [], their ? [{ ...theirs, ...their }] : [], noon).map(({ kind }) => kind)

test.each([
  ['books that agree', {}, {}, []],
  ['a payment that took nothing, on both sides', { captured: 0 }, { paid: 0 }, []],
  ['money that nobody asked for', undefined, {}, ['UNKNOWN_PAYMENT']],
  ['money of one attempt that came twice', {}, { providerPaymentId: 'q' }, ['UNKNOWN_PAYMENT', 'MISSING_PAYMENT']],
  ['money that we were not told of', { captured: 0, providerPaymentId: null }, {}, ['NOT_RECORDED']],
  ['money that they do not have', {}, undefined, ['MISSING_PAYMENT']],
  ['money that they did not take', {}, { paid: 0 }, ['MISSING_PAYMENT']],
  ['a cent more', {}, { paid: 4_901 }, ['AMOUNT_DIFFERS']],
  ['another currency', {}, { currency: 'USD' as const }, ['CURRENCY_DIFFERS']],
  ['a refund that we do not know', {}, { refunded: 1 }, ['REFUND_DIFFERS']],
  ['a refund that they do not know', { refunded: 4_900 }, {}, ['REFUND_DIFFERS']],
  ['a dispute that we do not know', {}, { dispute: 'open' as const }, ['DISPUTE_DIFFERS']],
  ['a dispute that they do not know', { dispute: 'open' as const }, { dispute: 'none' as const }, ['DISPUTE_DIFFERS']],
  [
    'a chargeback that they have lost for us',
    { dispute: 'open' as const },
    { dispute: 'lost' as const },
    ['DISPUTE_DIFFERS'],
  ],
  ['a dispute on both sides', { dispute: 'open' as const }, { dispute: 'open' as const }, []],
  ['a dispute that their books do not tell', { dispute: 'open' as const }, {}, []],
  ['what is looked into already', { captured: 0, isOnHold: true }, {}, []],
  ['theirs of a moment ago', undefined, { at: new Date(noon.getTime() + 1) }, []],
  ['theirs of just before', undefined, { at: noon }, ['UNKNOWN_PAYMENT']],
  ['ours of a moment ago', { at: new Date(noon.getTime() + 1) }, undefined, []],
  ['ours of just before', { at: noon }, undefined, ['MISSING_PAYMENT']],
] as const)('%s', (_, own, their, expected) => expect(kinds(own, their)).toEqual(expected))

test('a difference names our order and the provider’s payment', () => {
  const named = { attemptId: 'a', orderId: 'o', providerPaymentId: 'p' }
  expect(compareBooks([ours], [{ ...theirs, paid: 4_800 }], noon)).toEqual([
    { kind: 'AMOUNT_DIFFERS', ours: 4_900, theirs: 4_800, ...named },
  ])
  expect(compareBooks([ours], [], noon)).toEqual([{ kind: 'MISSING_PAYMENT', ours: 4_900, theirs: 0, ...named }])
  expect(compareBooks([], [theirs], noon)).toEqual([
    { kind: 'UNKNOWN_PAYMENT', ours: null, theirs: 4_900, attemptId: null, orderId: null, providerPaymentId: 'p' },
  ])
})

test('a difference that is gone at the second comparison is dropped, and a changed one waits for the next', () => {
  const first = compareBooks([ours], [], noon)
  expect(lasting(first, compareBooks([ours], [theirs], noon))).toEqual([])
  expect(lasting(first, compareBooks([{ ...ours, captured: 4_800 }], [], noon))).toEqual([])
  expect(lasting(first, compareBooks([ours], [], noon))).toEqual(first)
})
