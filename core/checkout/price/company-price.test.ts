import { expect, test } from 'vitest'
import { companyPrice } from './company-price.ts'

const product = { id: '101', name: 'Nutrition', price: { amount: 2_999, currency: 'EUR' as const } }
const company = { name: 'Talleres', productDiscounts: [{ productId: '101', discount: 50 }] }

test('a company discount is a percentage, and half a cent is rounded in favour of the patient', () =>
  expect(companyPrice(product, company)).toEqual({ amount: 1_499, currency: 'EUR' }))

test('a company discount of 100 % leaves nothing to pay', () =>
  expect(companyPrice(product, { ...company, productDiscounts: [{ productId: '101', discount: 100 }] })).toEqual({
    amount: 0,
    currency: 'EUR',
  }))

test.each([
  ['a company that pays for other products', { ...company, productDiscounts: [{ productId: '7', discount: 50 }] }],
  ['no company', null],
])('%s leaves the price unchanged', (_, companyOffer) => expect(companyPrice(product, companyOffer)).toBeUndefined())
