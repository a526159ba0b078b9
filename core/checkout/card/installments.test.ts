import { expect, test } from 'vitest'
import { findShownInstallment, type InstallmentOption, offeredInstallments, singlePayment } from './installments.ts'

const PRICE = 15_000
const option = (installments: number, total: number, each = Math.round(total / installments)): InstallmentOption => ({
  installments,
  each,
  total,
})
const once = singlePayment(PRICE)
const two = option(2, PRICE)
const three = option(3, 15_960)

test.each([
  ['without an answer of a bank only one payment is offered', [], [once]],
  ['the options of one bank are offered in order', [[three, once, two]], [once, two, three]],
  ['a fourth installment is not offered', [[two, option(4, PRICE)]], [once, two]],
  ['of two banks the common options are offered', [[two, three], [three]], [once, three]],
  ['options with different terms at two banks are not offered', [[three], [option(3, 15_990)]], [once]],
  ['a total below the price is not offered', [[option(2, 14_999)]], [once]],
  ['installments that do not add up to their total are not offered', [[option(3, 15_960, 5_000)]], [once]],
  ['a remainder of a cent is in one installment', [[option(3, 10_000 + 5_000 + 1)]], [once, option(3, 15_001)]],
  ['fractions of installments or cents are not offered', [[option(1.5, PRICE), option(2, 15_000.5)]], [once]],
  ['a single payment costs the price even if the bank adds interest', [[option(1, 15_960)]], [once]],
])('%s', (_, banks, expected) => expect(offeredInstallments(banks, PRICE)).toEqual(expected))

test('installments are accepted only at the total that was shown', () => {
  expect(findShownInstallment([once, three], three)).toEqual(three)
  expect(findShownInstallment([once, three], { installments: 3, total: PRICE })).toBeUndefined()
  expect(findShownInstallment([once, three], two)).toBeUndefined()
})
