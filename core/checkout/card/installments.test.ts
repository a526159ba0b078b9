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
  ['no bank was heard', [], [once]],
  ['one bank: what it offers, in order', [[three, once, two]], [once, two, three]],
  ['a fourth part is not ours to offer', [[two, option(4, PRICE)]], [once, two]],
  ['two banks: what both offer', [[two, three], [three]], [once, three]],
  ['two banks on other terms: neither', [[three], [option(3, 15_990)]], [once]],
  ['less than the price is no offer', [[option(2, 14_999)]], [once]],
  ['parts that do not make up their total', [[option(3, 15_960, 5_000)]], [once]],
  ['a cent that does not divide is in one part', [[option(3, 10_000 + 5_000 + 1)]], [once, option(3, 15_001)]],
  ['half a part, half a cent', [[option(1.5, PRICE), option(2, 15_000.5)]], [once]],
  ['at once with interest: the price all the same', [[option(1, 15_960)]], [once]],
])('%s', (_, banks, expected) => expect(offeredInstallments(banks, PRICE)).toEqual(expected))

test('installments are accepted only at the total that was shown', () => {
  expect(findShownInstallment([once, three], three)).toEqual(three)
  expect(findShownInstallment([once, three], { installments: 3, total: PRICE })).toBeUndefined()
  expect(findShownInstallment([once, three], two)).toBeUndefined()
})
