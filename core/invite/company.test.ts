import { expect, test } from 'vitest'
import { discountProblem, mayExpire, slugOf } from './company.ts'

const now = new Date('2026-11-23T12:00:00Z')
test.each([
  ['this very moment', '2026-11-23T12:00:00Z', false],
  ['a second later', '2026-11-23T12:00:01Z', true],
  ['a year and a day later', '2027-11-24T12:00:00Z', true],
  ['a second more', '2027-11-24T12:00:01Z', false],
])('a link may expire at %s: %s', (_, expiresAt, may) => expect(mayExpire(expiresAt, now)).toBe(may))

const line = { productId: '1', validFrom: null, validUntil: null }
const day = '2026-12-01T00:00:00+01:00'
const next = '2026-12-02T00:00:00+01:00'
test.each([
  ['nothing', [], undefined],
  ['one product for ever', [line], undefined],
  ['two products', [line, { ...line, productId: '2' }], undefined],
  ['one product twice', [line, { ...line, validFrom: day }], 'PRODUCT_TWICE'],
  ['until a day without a beginning', [{ ...line, validUntil: day }], undefined],
  ['from a day without an end', [{ ...line, validFrom: day }], undefined],
  ['a whole day', [{ ...line, validFrom: day, validUntil: next }], undefined],
  ['no time at all', [{ ...line, validFrom: day, validUntil: day }], 'DATES_REVERSED'],
  ['backwards', [{ ...line, validFrom: next, validUntil: day }], 'DATES_REVERSED'],
])('a company may pay for %s', (_, discounts, problem) => expect(discountProblem(discounts)).toBe(problem))

test.each([
  ['Gráfica Jacarandá, S.A.', 'grafica-jacaranda-s-a'],
  ['  Núñez & Hijos ', 'nunez-hijos'],
  ['3M', '3m'],
  ['株式会社', 'company'],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the slug of %s is %s', (name, slug) => expect(slugOf(name)).toBe(slug))
