import { expect, test } from 'vitest'
import { atOnce, offeredParts, type Parts, partsAsShown } from './parts.ts'

const PRICE = 15_000
const parts = (installments: number, total: number, each = Math.round(total / installments)): Parts => ({
  installments,
  each,
  total,
})
const once = atOnce(PRICE)
const two = parts(2, PRICE)
const three = parts(3, 15_960)

test.each([
  ['no bank was heard', [], [once]],
  ['one bank: what it offers, in order', [[three, once, two]], [once, two, three]],
  ['a fourth part is not ours to offer', [[two, parts(4, PRICE)]], [once, two]],
  ['two banks: what both offer', [[two, three], [three]], [once, three]],
  ['two banks on other terms: neither', [[three], [parts(3, 15_990)]], [once]],
  ['less than the price is no offer', [[parts(2, 14_999)]], [once]],
  ['parts that do not make up their total', [[parts(3, 15_960, 5_000)]], [once]],
  ['a cent that does not divide is in one part', [[parts(3, 10_000 + 5_000 + 1)]], [once, parts(3, 15_001)]],
  ['half a part, half a cent', [[parts(1.5, PRICE), parts(2, 15_000.5)]], [once]],
  ['at once with interest: the price all the same', [[parts(1, 15_960)]], [once]],
])('%s', (_, banks, expected) => expect(offeredParts(banks, PRICE)).toEqual(expected))

test('installments are accepted only at the total that was shown', () => {
  expect(partsAsShown([once, three], three)).toEqual(three)
  expect(partsAsShown([once, three], { installments: 3, total: PRICE })).toBeUndefined()
  expect(partsAsShown([once, three], two)).toBeUndefined()
})
