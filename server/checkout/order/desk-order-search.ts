import { wantedOf } from '../../access/people/people-search.ts'

/** What was asked for, once it is understood. `name`: of the payment, as the provider calls it. */
export type SoughtOrder =
  | { id: string; name: string }
  | { name: string }
  | { digits: string }
  | { phone: string }
  | { email: string }

/** Four digits are of a card, an id is one of ours, and what is no phone and no e-mail is the provider's name for a payment. */
export function soughtOf(query: string, countries: readonly string[]): SoughtOrder {
  if (/^\d{4}$/.test(query)) return { digits: query }
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(query)) return { id: query.toLowerCase(), name: query }
  // Providers that count their payments: longer than a phone, or not one.
  if (/^\d{9,}$/.test(query) && !isPhone(query, countries)) return { name: query }
  const wanted = wantedOf(query, countries)
  return wanted
}

function isPhone(query: string, countries: readonly string[]): boolean {
  const wanted = wantedOf(query, countries)
  return 'phone' in wanted && wanted.phone.startsWith('+')
}
