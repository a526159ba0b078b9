import { expect, test } from 'vitest'
import { addressDraft, draftProblems, fillOf, inCountry, savedAddress, withProvince } from './address-draft.ts'

const brazil = addressDraft(null, 'BR', true)
const place = {
  country: 'BR',
  postalCode: '01001000',
  state: 'SP',
  city: 'São Paulo',
  district: 'Sé',
  street: 'Praça da Sé',
}
const town = { ...place, state: 'MG', city: 'Ouro Preto', district: null, street: null }

test('a look-up fills empty fields [B7.25]', () =>
  expect(fillOf(brazil, place, {})).toEqual({ street: 'Praça da Sé', district: 'Sé', city: 'São Paulo', state: 'SP' }))

test('blanks do not count as typed', () =>
  expect(fillOf({ ...brazil, street: '  ' }, place, {}).street).toBe('Praça da Sé'))

test('a look-up leaves typed values', () =>
  expect(fillOf({ ...brazil, street: 'Rua Direita' }, place, {})).toEqual({
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
  }))

test("a second look-up replaces the first one's values and empties unknown ones", () => {
  const first = fillOf(brazil, place, {})
  expect(fillOf({ ...brazil, ...first, street: 'Rua Direita' }, town, first)).toEqual({
    district: '',
    city: 'Ouro Preto',
    state: 'MG',
  })
})

test('a Spanish postal code selects its province, a Brazilian one nothing', () => {
  expect(withProvince(addressDraft(null, 'ES', true), '28013')).toEqual({ postalCode: '28013', state: 'M' })
  expect(withProvince(addressDraft(null, 'ES', true), '2801')).toEqual({ postalCode: '2801' })
  expect(withProvince(brazil, '28013')).toEqual({ postalCode: '28013' })
})

test('another country clears the state', () => {
  expect(inCountry({ ...brazil, state: 'SP' }, 'ES')).toEqual({ country: 'ES', state: '' })
  expect(inCountry({ ...brazil, state: 'SP' }, 'BR')).toEqual({ country: 'BR' })
})

test('a stored address is formatted for display', () => {
  const known = { ...place, number: 'S/N', comments: '', district: 'Sé', street: 'Praça da Sé' }
  expect(addressDraft(known, 'BR', false)).toMatchObject({ postalCode: '01001-000', number: '', useForBilling: false })
})

test('a missing postal code is called a CEP in Brazil, and a postal code in Spain', () => {
  expect(draftProblems(brazil, ['BR']).postalCode).toBe('CEP_REQUIRED')
  expect(draftProblems({ ...brazil, postalCode: '123' }, ['BR']).postalCode).toBe('CEP_INVALID')
  expect(draftProblems(addressDraft(null, 'ES', true), ['ES']).postalCode).toBe('REQUIRED')
  expect(draftProblems({ ...brazil, postalCode: '01001-000' }, ['BR']).postalCode).toBeUndefined()
})

test.each([
  ['billing chosen at home', 'home', false, true, true],
  ['billing not chosen at home', 'home', false, false, false],
  ['its own billing kind', 'billing', false, true, false],
  ["a dependant's home", 'home', true, true, false],
] as const)(
  'an address with %s: kind %s, dependant %s, chosen %s, is used for billing: %s',
  (_, kind, isOther, isForBilling, expected) =>
    expect(savedAddress({ ...brazil, useForBilling: isForBilling }, kind, isOther)).toEqual({
      ...brazil,
      useForBilling: expected,
    }),
)
