import { singlePayment } from '@cuida/core/checkout/card/installments.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { expect, test } from 'vitest'
import { chosenInstallment, offerFor, offerIn } from './installment-choice.ts'

const PRICE = 15_000
const three = { installments: 3, each: 5_320, total: 15_960 }
const offer = [singlePayment(PRICE), three]

test.each([
  ['an offer for this price is kept', offer, PRICE, offer],
  ['an offer for another price is unknown', offer, 10_000, 'unknown'],
  ['a malformed offer is unknown', [{ total: PRICE }] as never, PRICE, 'unknown'],
  ['an empty offer is unknown', [], PRICE, 'unknown'],
  ['a pending offer stays pending', 'asking', PRICE, 'asking'],
] as const)('%s', (_, offerInput, price, expected) => expect(offerFor(offerInput as never, price)).toEqual(expected))

test.each([
  ['three, as offered', offer, '3', PRICE, three],
  ['a single payment when two are not offered', offer, '2', PRICE, singlePayment(PRICE)],
  ['a single payment when the offer is for another price', offer, '3', 10_000, singlePayment(10_000)],
  ['a single payment while the offer is pending', 'asking', '3', PRICE, singlePayment(PRICE)],
] as const)('the chosen installments are %s', (_, offerInput, choice, price, expected) =>
  expect(chosenInstallment(offerInput as never, choice, price)).toEqual(expected),
)

test.each([
  ['with other installments carries the offer', { code: 'INSTALLMENTS_CHANGED', options: offer }, offer],
  ['without installments carries none', { code: 'INSTALLMENTS_CHANGED', options: 'none' }, undefined],
  ['of another code carries none', { code: 'PRICE_CHANGED', options: offer }, undefined],
])('a refusal %s', (_, data, expected) => expect(offerIn(new CallFailed(409, '', data))).toEqual(expected))
