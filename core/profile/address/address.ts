import * as v from 'valibot'
import { Text } from '../../kit/shapes.ts'
import { provinceOf, regionsOf } from './provinces.ts'

export const AddressKind = v.picklist(['home', 'billing'])
export type AddressKind = v.InferOutput<typeof AddressKind>

/** Stored in place of a missing house number (B3.8). */
export const NO_HOUSE_NUMBER = 'S/N'

/** B3.8. `postalCode` is the CEP in Brazil, `state` the abbreviation of the state or province. */
export const Address = v.object({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  postalCode: Text(3, 12),
  state: Text(0, 60),
  city: Text(1, 100),
  district: Text(0, 100),
  street: Text(1, 160),
  number: v.optional(Text(0, 20), NO_HOUSE_NUMBER),
  comments: v.optional(Text(0, 200), ''),
})
export type Address = v.InferOutput<typeof Address>

export type AddressField = keyof Address
export type AddressProblem = 'REQUIRED' | 'INVALID' | 'NOT_ALLOWED' | 'OTHER_PROVINCE' | 'TOO_LONG'
const MAX_LENGTHS: Partial<Record<AddressField, number>> = {
  city: 100,
  district: 100,
  street: 160,
  number: 20,
  comments: 200,
}

/** The stored form: upper case without blanks, dots or hyphens. "01001-000" is "01001000". */
export const tidyPostalCode = (code: string): string => code.toUpperCase().replaceAll(/[\s.-]/g, '')

/** The local notation: a CEP has a hyphen. */
export const shownPostalCode = ({ country, postalCode }: Pick<Address, 'country' | 'postalCode'>): string =>
  country === 'BR' ? postalCode.replace(/^(\d{5})(\d{3})$/, '$1-$2') : postalCode

/** Whether a normalised code is valid in that country; for foreign countries only its characters are checked. */
export function isPostalCode(country: string, code: string): boolean {
  if (country === 'BR') return /^\d{8}$/.test(code)
  if (country === 'ES') return provinceOf(code) !== undefined
  return /^[A-Z0-9]{3,10}$/.test(code)
}

/** All problems of an address by field; empty when it can be saved. `countries`: the partner's countries. */
export function addressProblems(
  address: Address,
  countries: readonly string[],
): Partial<Record<AddressField, AddressProblem>> {
  const tooLong = (field: AddressField) =>
    address[field].trim().length > (MAX_LENGTHS[field] ?? 60) ? 'TOO_LONG' : undefined
  const filled = (field: AddressField) => (address[field].trim() === '' ? 'REQUIRED' : tooLong(field))
  const problems: Record<AddressField, AddressProblem | undefined> = {
    country: countries.includes(address.country) ? undefined : 'NOT_ALLOWED',
    postalCode: postalCodeProblem(address),
    street: filled('street'),
    number: tooLong('number'),
    // Spanish addresses have no district.
    district: address.country === 'BR' ? filled('district') : tooLong('district'),
    city: filled('city'),
    state: stateProblem(address),
    comments: tooLong('comments'),
  }
  return Object.fromEntries(Object.entries(problems).filter(([_, problem]) => problem))
}

function postalCodeProblem({ country, postalCode }: Address): AddressProblem | undefined {
  const code = tidyPostalCode(postalCode)
  if (code === '') return 'REQUIRED'
  return isPostalCode(country, code) ? undefined : 'INVALID'
}

/** A Spanish postal code implies the province: both must agree. */
function stateProblem({ country, postalCode, state }: Address): AddressProblem | undefined {
  const regions = regionsOf(country)
  if (!regions) return state.length > 60 ? 'TOO_LONG' : undefined
  if (state === '') return 'REQUIRED'
  if (!regions.some(({ code }) => code === state)) return 'INVALID'
  const province = country === 'ES' ? provinceOf(tidyPostalCode(postalCode)) : undefined
  return province && province.code !== state ? 'OTHER_PROVINCE' : undefined
}

/** A valid address in its stored form: "S/N" for a missing house number. */
export const tidyAddress = (address: Address): Address => ({
  ...address,
  postalCode: tidyPostalCode(address.postalCode),
  number: address.number || NO_HOUSE_NUMBER,
})
