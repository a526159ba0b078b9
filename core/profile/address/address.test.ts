import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Address, AddressKind, addressProblems, isPostalCode, shownPostalCode, tidyAddress } from './address.ts'
import { BRAZILIAN_STATES, provinceOf, SPANISH_PROVINCES } from './provinces.ts'

const madrid: Address = {
  country: 'ES',
  postalCode: '28013',
  state: 'M',
  city: 'Madrid',
  district: '',
  street: 'Calle Mayor',
  number: '12',
  comments: '',
}
const santos: Address = {
  ...madrid,
  country: 'BR',
  postalCode: '11010-000',
  state: 'SP',
  city: 'Santos',
  district: 'Centro',
}

test.each([
  ['01000', undefined],
  ['01001', 'Álava'],
  ['28013', 'Madrid'],
  ['07001', 'Illes Balears'],
  ['35001', 'Las Palmas'],
  ['52999', 'Melilla'],
  ['53001', undefined],
  ['00500', undefined],
  ['2801', undefined],
  ['280131', undefined],
  ['2801a', undefined],
])('the Spanish postal code %s belongs to %s [B3.8] [B5.5]', (code, name) => expect(provinceOf(code)?.name).toBe(name))

test('the region tables are complete and without duplicates', () => {
  for (const [regions, count] of [[SPANISH_PROVINCES, 52] as const, [BRAZILIAN_STATES, 27] as const]) {
    expect(new Set(regions.map(({ code }) => code)).size).toBe(count)
    expect(new Set(regions.map(({ name }) => name)).size).toBe(count)
  }
})

test.each([
  ['BR', '01001000', true],
  ['BR', '0100100', false],
  ['BR', '010010000', false],
  ['ES', '28013', true],
  ['PT', '1100148', true],
  ['GB', 'SW1A1AA', true],
  ['GB', 'SW', false],
  ['GB', 'SW1', true],
  ['GB', 'A'.repeat(10), true],
  ['GB', 'A'.repeat(11), false],
  ['GB', 'SW1-', false],
  ['GB', '-SW1', false],
  ['ES', '00500', false],
  ['ES', 'SW1A1AA', false],
])('in %s, %s as a postal code: %s', (country, code, valid) => expect(isPostalCode(country, code)).toBe(valid))

describe('an address', () => {
  const cases: [string, Address, object][] = [
    ['in Spain needs no district', madrid, {}],
    ['in Brazil with everything', santos, {}],
    ['in Brazil needs a district', { ...santos, district: ' ' }, { district: 'REQUIRED' }],
    ['without a number is fine', { ...madrid, number: '' }, {}],
    ['without a street', { ...madrid, street: '' }, { street: 'REQUIRED' }],
    ['without a city', { ...madrid, city: '' }, { city: 'REQUIRED' }],
    ['without a postal code', { ...madrid, postalCode: '' }, { postalCode: 'REQUIRED' }],
    ['with half a CEP', { ...santos, postalCode: '11010' }, { postalCode: 'INVALID' }],
    ['without a state', { ...santos, state: '' }, { state: 'REQUIRED' }],
    ['in a state that Brazil does not have', { ...santos, state: 'XX' }, { state: 'INVALID' }],
    ['in another province than its postal code', { ...madrid, state: 'B' }, { state: 'OTHER_PROVINCE' }],
    ['in a country that the partner does not serve', { ...madrid, country: 'JP' }, { country: 'NOT_ALLOWED' }],
    ['in Portugal, where the region is free text', { ...madrid, country: 'PT', postalCode: '1100-148', state: '' }, {}],
    ['with a street of 160 letters', { ...madrid, street: 'a'.repeat(160) }, {}],
    ['with blanks around a long street', { ...madrid, street: ` ${'a'.repeat(160)} ` }, {}],
    ['in Portugal, in a region of 60 letters', { ...madrid, country: 'PT', state: 'a'.repeat(60) }, {}],
    ['in Portugal, in one of 61', { ...madrid, country: 'PT', state: 'a'.repeat(61) }, { state: 'TOO_LONG' }],
    ['with a street of 161 letters', { ...madrid, street: 'a'.repeat(161) }, { street: 'TOO_LONG' }],
  ]
  test.each(cases)('%s', (_, address, problems) =>
    expect(addressProblems(address, ['ES', 'BR', 'PT'])).toStrictEqual(problems),
  )
})

test('it is stored with a bare code and S/N for no number, and shown with the hyphen of a CEP', () => {
  expect(tidyAddress({ ...santos, number: '' })).toMatchObject({ postalCode: '11010000', number: 'S/N' })
  expect(shownPostalCode({ country: 'BR', postalCode: '11010000' })).toBe('11010-000')
  expect(shownPostalCode({ country: 'ES', postalCode: '28013' })).toBe('28013')
  // Only Brazilian codes of eight digits are a CEP.
  expect(shownPostalCode({ country: 'PT', postalCode: '11010000' })).toBe('11010000')
  expect(shownPostalCode({ country: 'BR', postalCode: '110100000' })).toBe('110100000')
  expect(shownPostalCode({ country: 'BR', postalCode: 'A11010000' })).toBe('A11010000')
  expect(tidyAddress({ ...madrid, country: 'GB', postalCode: 'sw1a 1aa' }).postalCode).toBe('SW1A1AA')
})

test('an address has its country as two capitals, and number and delivery notes are optional', () => {
  const { number, comments, ...rest } = santos
  expect(v.parse(Address, rest)).toEqual({ ...santos, number: 'S/N', comments: '' })
  expect(['BR', 'PT'].filter((country) => !v.is(Address, { ...rest, country }))).toEqual([])
  expect(['br', 'B', 'BRA', '1BR', ''].filter((country) => v.is(Address, { ...rest, country }))).toEqual([])
  expect(AddressKind.options).toEqual(['home', 'billing'])
})
