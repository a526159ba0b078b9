import { expect, test } from 'vitest'
import { normalizePromoCode, PROMO_CODE, promoProblem } from './promo.ts'

const good = { isDisabled: false, isOutOfDate: false, isForProduct: true, isUsedByAccount: false, isUsedUp: false }

test.each([
  ['may be used', {}, undefined],
  ['was disabled', { isDisabled: true }, 'PROMOCODE_DISABLED'],
  ['is outside its dates', { isOutOfDate: true }, 'DATE_RANGE'],
  ['is for another product', { isForProduct: false }, 'INVALID_PRODUCT'],
  ['was used by this account', { isUsedByAccount: true }, 'ALREADY_USED'],
  ['has reached the limit of all accounts', { isUsedUp: true }, 'LIMIT_USAGE'],
  ['has reached the limit of this account and of all', { isUsedByAccount: true, isUsedUp: true }, 'ALREADY_USED'],
  ['was disabled after its last day', { isDisabled: true, isOutOfDate: true }, 'PROMOCODE_DISABLED'],
])('a code that %s [B5.9]', (_, changes, problem) => expect(promoProblem({ ...good, ...changes })).toBe(problem))

test('lower case and spaces in a code make no difference', () => {
  expect(normalizePromoCode(' hola 10\t')).toBe('HOLA10')
  expect(normalizePromoCode('Verano-25')).toBe('VERANO-25')
  expect(normalizePromoCode('\u200bＶＩＤＡ\u00a0１０\ufeff')).toBe('VIDA10')
})

test.each(['ABC', 'A-1', `A${'0'.repeat(28)}Z`])('a manager may create %s', (code) => expect(code).toMatch(PROMO_CODE))
test.each(['AB', '-AB', 'AB-', 'abc', 'ÁBC', 'A B', `A${'0'.repeat(29)}Z`])('a manager may not create %s', (code) =>
  expect(code).not.toMatch(PROMO_CODE),
)
