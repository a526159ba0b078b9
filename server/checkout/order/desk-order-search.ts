import { parsePersonQuery } from '../../access/people/people-search.ts'

/** The parsed search. `name`: the provider's id of the payment. */
export type ParsedOrderSearch =
  | { id: string; name: string }
  | { name: string }
  | { digits: string }
  | { phone: string }
  | { email: string }

/**
 * Four digits are the end of a card number, a UUID is one of our ids, and text that is neither phone nor e-mail is
 * the provider's payment id.
 */
export function parseOrderSearch(query: string, countries: readonly string[]): ParsedOrderSearch {
  if (/^\d{4}$/.test(query)) return { digits: query }
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(query)) return { id: query.toLowerCase(), name: query }
  // Some providers number their payments: nine digits or more that are no valid phone.
  if (/^\d{9,}$/.test(query) && !isPhone(query, countries)) return { name: query }
  const personQuery = parsePersonQuery(query, countries)
  return personQuery
}

function isPhone(query: string, countries: readonly string[]): boolean {
  const personQuery = parsePersonQuery(query, countries)
  return 'phone' in personQuery && personQuery.phone.startsWith('+')
}
