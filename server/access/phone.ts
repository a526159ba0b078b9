import { phoneCountriesOf } from '@cuida/core/access/phone-countries.ts'
import { type CountryCode, type NumberType, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Kinds of number that ring a person. Premium, shared-cost and unknown ones cost us and reach nobody. */
const REACHABLE: ReadonlySet<NumberType> = new Set([
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'FIXED_LINE',
  'VOIP',
  'PERSONAL_NUMBER',
])

/** The number, when it exists in the numbering plan of the country that it is said to be of. */
function parsed({ number, country }: { number: string; country: string }): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(number, country as CountryCode)
  return phone?.isValid() && phone.country === country && phone.number === number ? phone : undefined
}

export const isPhone = (phone: { number: string; country: string }): boolean => parsed(phone) !== undefined

/** Whether we send codes there: a country of the partner or a territory in its numbering plan, a kind of number that belongs to a person. */
export function isPhoneAllowed(phone: { number: string; country: string }, countries: readonly string[]): boolean {
  return phoneCountriesOf(countries).includes(phone.country) && REACHABLE.has(parsed(phone)?.getType())
}

/** A number that is known to be good, with its country. */
export function phoneOf(number: string): { number: string; country: string } {
  const country = parsePhoneNumberFromString(number)?.country
  if (!country) throw new Error('a proved number has no country')
  return { number, country }
}
