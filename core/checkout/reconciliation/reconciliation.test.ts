import { expect, test } from 'vitest'
import { compareBooks, findLastingDifferences, type OurPayment, type TheirPayment } from './reconciliation.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-21T09:00:00Z')
const ownPayment: OurPayment = {
  attemptId: 'a',
  orderId: 'o',
  chargeId: null,
  providerPaymentId: 'p',
  captured: 4_900,
  refunded: 0,
  currency: 'EUR',
  at: earlier,
  isOnHold: false,
  dispute: 'none' as const,
  chargedBefore: null,
}
const daysBefore = (days: number) => new Date(earlier.getTime() - days * 86_400_000)
const providerPayment: TheirPayment = {
  providerPaymentId: 'p',
  reference: 'a',
  paid: 4_900,
  refunded: 0,
  currency: 'EUR',
  at: earlier,
}
const kinds = (own: Partial<OurPayment> | undefined, their: Partial<TheirPayment> | undefined) =>
  compareBooks(own ? [{ ...ownPayment, ...own }] : [], their ? [{ ...providerPayment, ...their }] : [], noon).map(
    ({ kind }) => kind,
  )

test.each([
  ['records that agree have no difference', {}, {}, []],
  ['a payment without money on both sides is no difference', { captured: 0 }, { paid: 0 }, []],
  ['a payment that nobody requested is unknown', undefined, {}, ['UNKNOWN_PAYMENT']],
  [
    'a second payment of one attempt is unknown',
    {},
    { providerPaymentId: 'q' },
    ['UNKNOWN_PAYMENT', 'MISSING_PAYMENT'],
  ],
  ['a payment that our records lack is not recorded', { captured: 0, providerPaymentId: null }, {}, ['NOT_RECORDED']],
  ['a payment that the provider lacks is missing', {}, undefined, ['MISSING_PAYMENT']],
  ['a payment that the provider did not take is missing', {}, { paid: 0 }, ['MISSING_PAYMENT']],
  ['a cent more is a different amount', {}, { paid: 4_901 }, ['AMOUNT_DIFFERS']],
  ['another currency is a difference', {}, { currency: 'USD' as const }, ['CURRENCY_DIFFERS']],
  ['a refund that our records lack is a difference', {}, { refunded: 1 }, ['REFUND_DIFFERS']],
  ['a refund that the provider lacks is a difference', { refunded: 4_900 }, {}, ['REFUND_DIFFERS']],
  ['a dispute that our records lack is a difference', {}, { dispute: 'open' as const }, ['DISPUTE_DIFFERS']],
  [
    'a dispute that the provider lacks is a difference',
    { dispute: 'open' as const },
    { dispute: 'none' as const },
    ['DISPUTE_DIFFERS'],
  ],
  [
    'a lost chargeback that is still open in our records is a difference',
    { dispute: 'open' as const },
    { dispute: 'lost' as const },
    ['DISPUTE_DIFFERS'],
  ],
  ['a dispute on both sides is no difference', { dispute: 'open' as const }, { dispute: 'open' as const }, []],
  ['a dispute is skipped when the provider’s report has none', { dispute: 'open' as const }, {}, []],
  [
    'a subscription that was charged fourteen days before is charged twice, although the books agree',
    { chargedBefore: daysBefore(14) },
    {},
    ['CHARGED_TWICE'],
  ],
  ['a charge of the month before is no difference', { chargedBefore: daysBefore(15) }, {}, []],
  [
    'a second charge that was refunded is settled',
    { chargedBefore: daysBefore(1), refunded: 4_900 },
    { refunded: 4_900 },
    [],
  ],
  [
    'a second charge that the bank took back is settled',
    { chargedBefore: daysBefore(1), dispute: 'lost' as const },
    { dispute: 'lost' as const },
    [],
  ],
  ['a payment on hold is skipped', { captured: 0, isOnHold: true }, {}, []],
  ['a provider payment after the limit is skipped', undefined, { at: new Date(noon.getTime() + 1) }, []],
  ['a provider payment at the limit is compared', undefined, { at: noon }, ['UNKNOWN_PAYMENT']],
  ['an own payment after the limit is skipped', { at: new Date(noon.getTime() + 1) }, undefined, []],
  ['an own payment at the limit is compared', { at: noon }, undefined, ['MISSING_PAYMENT']],
] as const)('%s', (_, own, their, expected) => expect(kinds(own, their)).toEqual(expected))

test('a difference names our order and the provider’s payment', () => {
  const named = { attemptId: 'a', orderId: 'o', chargeId: null, providerPaymentId: 'p' }
  expect(compareBooks([ownPayment], [{ ...providerPayment, paid: 4_800 }], noon)).toEqual([
    { kind: 'AMOUNT_DIFFERS', ours: 4_900, theirs: 4_800, ...named },
  ])
  expect(compareBooks([ownPayment], [], noon)).toEqual([{ kind: 'MISSING_PAYMENT', ours: 4_900, theirs: 0, ...named }])
  expect(compareBooks([], [providerPayment], noon)).toEqual([
    {
      ...{ kind: 'UNKNOWN_PAYMENT', ours: null, theirs: 4_900, providerPaymentId: 'p' },
      ...{ attemptId: null, orderId: null, chargeId: null },
    },
  ])
})

test('a subscription charge is found by the provider’s id, whatever its reference', () => {
  const charge = { ...ownPayment, attemptId: null, orderId: null, chargeId: 'c' }
  const compared = (theirs: Partial<TheirPayment>[]) =>
    compareBooks(
      [charge],
      theirs.map((their) => ({ ...providerPayment, reference: 's', ...their })),
      noon,
    ).map(({ kind, chargeId, providerPaymentId }) => [kind, chargeId, providerPaymentId])
  expect(compared([{}])).toEqual([])
  expect(compared([])).toEqual([['MISSING_PAYMENT', 'c', 'p']])
  expect(compared([{ refunded: 1 }])).toEqual([['REFUND_DIFFERS', 'c', 'p']])
  expect(compared([{}, { providerPaymentId: 'q' }])).toEqual([['UNKNOWN_PAYMENT', null, 'q']])
})

test('a difference that is gone at the second comparison is dropped, and a changed one waits for the next', () => {
  const first = compareBooks([ownPayment], [], noon)
  expect(findLastingDifferences(first, compareBooks([ownPayment], [providerPayment], noon))).toEqual([])
  expect(findLastingDifferences(first, compareBooks([{ ...ownPayment, captured: 4_800 }], [], noon))).toEqual([])
  expect(findLastingDifferences(first, compareBooks([ownPayment], [], noon))).toEqual(first)
})
