import { phoneCountriesOf } from '@cuida/core/access/phone-countries.ts'
import { type CountryCode, type NumberType, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Number types that ring a person. Codes to premium, shared-cost and unknown numbers cost money and reach nobody. */
const REACHABLE: ReadonlySet<NumberType> = new Set([
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'FIXED_LINE',
  'VOIP',
  'PERSONAL_NUMBER',
])

/** Parses the number; undefined when it does not exist in the numbering plan of its country. */
function parsed({ number, country }: { number: string; country: string }): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(number, country as CountryCode)
  return phone?.isValid() && phone.country === country && phone.number === number ? phone : undefined
}

export const isPhone = (phone: { number: string; country: string }): boolean => parsed(phone) !== undefined

/**
 * Whether codes may be sent to this number: in a country of the partner, or a territory in its numbering plan, and of
 * a personal type.
 */
export function isPhoneAllowed(phone: { number: string; country: string }, countries: readonly string[]): boolean {
  return phoneCountriesOf(countries).includes(phone.country) && REACHABLE.has(parsed(phone)?.getType())
}

export function phoneOf(number: string): { number: string; country: string } {
  const country = parsePhoneNumberFromString(number)?.country
  if (!country) throw new Error('a verified phone number has no country')
  return { number, country }
}
