import { expect, test } from 'vitest'
import { companyInput, companyProblems, valuesOf } from './company-values.ts'

const ZONE = 'Europe/Madrid'
const input = {
  name: 'Talleres Montenegro',
  redirectUrl: 'https://talleres.example/salud',
  discounts: [
    { productId: '2', percentage: 30, validFrom: '2026-11-30T23:00:00.000Z', validUntil: '2026-12-31T23:00:00.000Z' },
    { productId: '3', percentage: 100, validFrom: null, validUntil: null },
  ],
}
const values = valuesOf(input, ['1', '2', '3'], ZONE)
const good = { ...values, reason: 'Agreed for December' }

test('dates are in the clinic’s calendar, and unchanged values are sent as they came', () => {
  expect(values).toMatchObject({
    products: ['2', '3'],
    'percentage.1': '',
    'percentage.2': '30',
    'from.2': '2026-12-01',
    'until.2': '2026-12-31',
    'until.3': '',
  })
  expect(companyInput(good, ZONE)).toEqual({ ...input, reason: good.reason })
})

test('a deselected product has no discount, whatever its fields hold', () =>
  expect(companyInput({ ...good, products: ['3'] }, ZONE).discounts).toEqual([input.discounts[1]]))

test('an empty redirect page is sent as none', () =>
  expect(companyInput({ ...good, redirectUrl: ' ' }, ZONE).redirectUrl).toBeNull())

test.each([
  ['no change', {}, {}],
  ['a name of one letter', { name: ' x ' }, { name: 'TOO_SHORT' }],
  ['a name of 81 letters', { name: 'x'.repeat(81) }, { name: 'TOO_LONG' }],
  ['an empty page', { redirectUrl: ' ' }, {}],
  ['a page on another host', { redirectUrl: 'https://evil.example/' }, { redirectUrl: 'REDIRECT_NOT_ALLOWED' }],
  ['an empty percentage', { 'percentage.2': '' }, { 'percentage.2': 'INVALID' }],
  ['a percentage of zero', { 'percentage.2': '0' }, { 'percentage.2': 'INVALID' }],
  ['a percentage above 100', { 'percentage.2': '101' }, { 'percentage.2': 'INVALID' }],
  ['a fraction of a percent', { 'percentage.2': '1,5' }, { 'percentage.2': 'INVALID' }],
  ['an invalid percentage of a product that is not chosen', { 'percentage.1': 'x' }, {}],
  ['one valid day', { 'until.2': '2026-12-01' }, {}],
  ['a last day before the first', { 'until.2': '2026-11-30' }, { 'until.2': 'REVERSED' }],
  ['a short reason', { reason: 'because' }, { reason: 'TOO_SHORT' }],
  ['a long reason', { reason: 'x'.repeat(501) }, { reason: 'TOO_LONG' }],
])('validation of a company with %s', (_, more, problems) => {
  const found = companyProblems({ ...good, ...more }, ['talleres.example'])
  expect(Object.fromEntries(Object.entries(found).filter(([_, code]) => code))).toEqual(problems)
})
