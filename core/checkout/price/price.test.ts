import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentageDiscount } from './discount.ts'
import { chooseDiscount, includedPrice, isChargeable, MINIMUM_CHARGE, percentOf, priceOf } from './price.ts'

const company = percentageDiscount('b2bCompanyEmployee', { code: 'acme', name: 'Acme', value: 20 })
const promoOf = (code: string, value: number) => percentageDiscount('PROMO_CODE', { code, name: 'Summer', value })
const promo = promoOf('VERANO', 50)
const referralOf = (code: string, value: number) =>
  percentageDiscount('REFERRAL', { code, name: 'Invite a friend', value })
const luis = referralOf('luis', 15)
const ana = referralOf('ana', 10)

test.each([
  ['the company discount applies, even beside a larger code', { company, promo, referrals: [luis] }, company],
  ['the typed code applies when no company pays', { promo, referrals: [luis] }, promo],
  ['the largest referral applies when no code was typed', { referrals: [ana, luis] }, luis],
  ['nothing applies when nothing was offered', { referrals: [] }, undefined],
])('%s [B3.9]', (_, discounts, expected) => {
  const { applied } = chooseDiscount(discounts)
  expect(applied).toEqual(expected)
})

test('of equal referrals the first applies [B4.20]', () => {
  expect(chooseDiscount({ referrals: [ana, referralOf('eva', 10)] }).applied?.code).toBe('ana')
})

test('a code beside a company discount is incompatible, and alone it applies [B4.19] [B4.21]', () => {
  expect(chooseDiscount({ company, promo }).warning).toBe('INCOMPATIBLE_WITH_COMPANY_DISCOUNT')
  expect(chooseDiscount({ company }).warning).toBeUndefined()
  expect(chooseDiscount({ promo }).warning).toBeUndefined()
})

test.each([
  [4900, 20, 980],
  [4999, 15, 750],
  [1, 49, 0],
  [1, 50, 1],
  [3, 50, 2],
  [999, 100, 999],
])('of %i minor units, %i percent are %i', (amount, percentage, off) => expect(percentOf(amount, percentage)).toBe(off))

test('an invalid code gives way to the best referral, and its problem is reported', () => {
  const spoilt = { ...promo, problem: 'DATE_RANGE' as const }
  expect(chooseDiscount({ promo: spoilt, referrals: [luis] })).toEqual({
    applied: luis,
    warning: 'DATE_RANGE',
  })
  expect(chooseDiscount({ promo: spoilt })).toEqual({ warning: 'DATE_RANGE' })
  expect(chooseDiscount({ company, promo: spoilt }).warning).toBe('INCOMPATIBLE_WITH_COMPANY_DISCOUNT')
})

test.each([
  ['the minimum', 2_500, 98, 50, null],
  ['one less than the minimum', 2_450, 98, 2_450, 'PAYMENT_GATEWAY_THRESHOLD'],
  ['nothing', 2_450, 100, 0, null],
])('a code that leaves %s [B9.9]', (_, amount, percentage, total, warning) => {
  const price = priceOf(
    { name: 'Consulta', price: { amount, currency: 'EUR' } },
    { promo: promoOf('CASI', percentage) },
  )
  expect(price).toMatchObject({ total, warning, promoCode: 'CASI' })
  expect(price.lines).toHaveLength(warning ? 1 : 2)
})

const priced = (amount: number) => ({ name: 'Consulta', price: { amount, currency: 'EUR' as const } })

test('a price without a discount has one line', () => {
  expect(priceOf(priced(4900), {})).toEqual({
    currency: 'EUR',
    total: 4900,
    lines: [{ kind: 'product', name: 'Consulta', percentage: null, amount: 4900 }],
    discount: null,
    minimumCharge: 50,
    promoCode: null,
    warning: null,
  })
})

test.each([
  [{ company }, 'companyDiscount', 'Acme'],
  [{ promo }, 'promoCode', 'VERANO'],
  [{ promo: percentageDiscount('anonymousPromoCode', promo) }, 'promoCode', 'VERANO'],
  [{ referrals: [luis] }, 'referral', ''],
])('the applied discount has one common shape, and a line [B3.9]', (discounts, kind, name) => {
  const [discount] = Object.values(discounts).flat()
  const price = priceOf(priced(4900), discounts)
  expect(price.discount).toEqual(discount)
  expect(price.lines[1]).toMatchObject({ kind, name, percentage: discount?.value })
})

test('the line of a discount names the payer', () => {
  expect(priceOf(priced(4900), { company }).lines[1]).toEqual({
    kind: 'companyDiscount',
    name: 'Acme',
    percentage: 20,
    amount: -980,
  })
})

test('the lines add up to the total, which is never negative or above the price', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 100 }), (amount, percentage) => {
      const { total, lines } = priceOf(priced(amount), { company: { ...company, value: percentage } })
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(total)
      expect(Number.isInteger(total)).toBe(true)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(amount)
      if (percentage === 100) expect(total).toBe(0)
      // Rounded half up: at most half a unit from the exact share.
      expect(Math.abs(amount - total - (amount * percentage) / 100)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test.each([
  ['EUR', 50],
  ['BRL', 100],
  ['USD', 50],
] as const)('the smallest charge in %s is %i', (currency, least) => {
  expect(MINIMUM_CHARGE[currency]).toBe(least)
  expect(isChargeable({ currency, total: least })).toBe(true)
  expect(isChargeable({ currency, total: least - 1 })).toBe(false)
  expect(isChargeable({ currency, total: 1 })).toBe(false)
  expect(isChargeable({ currency, total: 0 })).toBe(true)
})

test('a product that the subscription includes is free and has a line for it', () => {
  const product = { name: 'Follow-up', price: { amount: 2_900, currency: 'EUR' as const } }
  expect(includedPrice(product)).toEqual({
    currency: 'EUR',
    total: 0,
    lines: [
      { kind: 'product', name: 'Follow-up', percentage: null, amount: 2_900 },
      { kind: 'subscription', name: '', percentage: 100, amount: -2_900 },
    ],
    discount: null,
    minimumCharge: 50,
    promoCode: null,
    warning: null,
  })
})

test('a price below the minimum because of a referral is not blamed on an unused code', () => {
  const product = { name: 'Consulta', price: { amount: 2_450, currency: 'EUR' as const } }
  const spoilt = { ...promo, problem: 'DATE_RANGE' as const }
  const price = priceOf(product, { promo: spoilt, referrals: [referralOf('luis', 98)] })
  expect(price).toMatchObject({ total: 49, warning: 'DATE_RANGE' })
})
