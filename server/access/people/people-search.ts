import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { tidyPhone } from '@cuida/core/kit/pasted-text.ts'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PersonQuery } from './people-store.ts'

/**
 * Parses the search query of a manager: an e-mail has an @, a phone consists of digits and separators, everything
 * else is a name. A number without a country code is tried in the partner's countries, in their order.
 */
export function parsePersonQuery(query: string, countries: readonly string[]): PersonQuery {
  if (query.includes('@')) return { email: tidyEmail(query) }
  const digits = tidyPhone(query)
  if (!/^\+?\d+$/.test(digits)) return { name: query }
  const parsed = countries.map((country) => parsePhoneNumberFromString(digits, country as CountryCode))
  const phone = parsed.find((number) => number?.isValid())
  return { phone: phone?.number ?? digits }
}
