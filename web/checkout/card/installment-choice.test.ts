import { singlePayment } from '@cuida/core/checkout/card/installments.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { expect, test } from 'vitest'
import { chosenInstallment, offerFor, offerIn } from './installment-choice.ts'

const PRICE = 15_000
const three = { installments: 3, each: 5_320, total: 15_960 }
const offer = [singlePayment(PRICE), three]

test.each([
  ['what is offered', offer, PRICE, offer],
  ['what was offered for another price', offer, 10_000, 'unknown'],
  ['what is no offer', [{ total: PRICE }] as never, PRICE, 'unknown'],
  ['an offer of nothing', [], PRICE, 'unknown'],
  ['what is not known yet', 'asking', PRICE, 'asking'],
] as const)('%s', (_, offered, price, expected) => expect(offerFor(offered as never, price)).toEqual(expected))

test.each([
  ['three, as they are offered', offer, '3', PRICE, three],
  ['two, that are not offered: all at once', offer, '2', PRICE, singlePayment(PRICE)],
  ['three, of another price: all at once', offer, '3', 10_000, singlePayment(10_000)],
  ['three, while nothing is known: all at once', 'asking', '3', PRICE, singlePayment(PRICE)],
] as const)('the chosen installments are %s', (_, offered, choice, price, expected) =>
  expect(chosenInstallment(offered as never, choice, price)).toEqual(expected),
)

test.each([
  ['of a bank that offers other parts', { code: 'INSTALLMENTS_CHANGED', options: offer }, offer],
  ['that says nothing of them', { code: 'INSTALLMENTS_CHANGED', options: 'none' }, undefined],
  ['of another kind', { code: 'PRICE_CHANGED', options: offer }, undefined],
])('a refusal %s', (_, data, expected) => expect(offerIn(new CallFailed(409, '', data))).toEqual(expected))
