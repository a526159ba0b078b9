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

test('a company is typed in days of the clinic, and what is not touched goes back as it came', () => {
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

test('a product that is not chosen any more is not paid, whatever stands beside it', () =>
  expect(companyInput({ ...good, products: ['3'] }, ZONE).discounts).toEqual([input.discounts[1]]))

test('a page that is left out is none', () =>
  expect(companyInput({ ...good, redirectUrl: ' ' }, ZONE).redirectUrl).toBeNull())

test.each([
  ['nothing', {}, {}],
  ['a name of one letter', { name: ' x ' }, { name: 'TOO_SHORT' }],
  ['a name of 81', { name: 'x'.repeat(81) }, { name: 'TOO_LONG' }],
  ['no page', { redirectUrl: ' ' }, {}],
  ['a page elsewhere', { redirectUrl: 'https://evil.example/' }, { redirectUrl: 'REDIRECT_NOT_ALLOWED' }],
  ['no percentage', { 'percentage.2': '' }, { 'percentage.2': 'INVALID' }],
  ['nothing off', { 'percentage.2': '0' }, { 'percentage.2': 'INVALID' }],
  ['more than all off', { 'percentage.2': '101' }, { 'percentage.2': 'INVALID' }],
  ['half a percent', { 'percentage.2': '1,5' }, { 'percentage.2': 'INVALID' }],
  ['no percentage of what is not paid', { 'percentage.1': 'x' }, {}],
  ['one day', { 'until.2': '2026-12-01' }, {}],
  ['a last day before the first', { 'until.2': '2026-11-30' }, { 'until.2': 'REVERSED' }],
  ['no reason', { reason: 'because' }, { reason: 'TOO_SHORT' }],
  ['a long reason', { reason: 'x'.repeat(501) }, { reason: 'TOO_LONG' }],
])('%s is wrong with it as it should be', (_, more, problems) => {
  const found = companyProblems({ ...good, ...more }, ['talleres.example'])
  expect(Object.fromEntries(Object.entries(found).filter(([_, code]) => code))).toEqual(problems)
})
