import { type Address, addressProblems, tidyAddress } from '@cuida/core/profile/address/address.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import type { Services } from '../../services.ts'
import type { OrderAddresses } from './order-store.ts'
import type { OrderWish } from './order-wish.ts'

/** The holder pays: what they sent, judged like any address, else what their profile has. */
export function addressesOf(
  { config }: Pick<Services, 'config'>,
  known: OrderAddresses,
  { homeAddress, billingAddress }: Pick<OrderWish, 'homeAddress' | 'billingAddress'>,
): OrderAddresses {
  const sent = {
    home: homeAddress && checked('homeAddress', homeAddress, config.countryCodes),
    billing: billingAddress && checked('billingAddress', billingAddress, config.countryCodes),
  }
  return { home: sent.home ?? known.home, billing: sent.billing ?? known.billing ?? sent.home }
}

function checked(name: 'homeAddress' | 'billingAddress', given: Address, countries: readonly string[]): Address {
  const { country, postalCode, state, city, district, street, number, comments } = given
  const address = { country, postalCode, state, city, district, street, number, comments }
  const problems = Object.entries(addressProblems(address, countries))
  if (problems.length === 0) return tidyAddress(address)
  throw new Invalid(Object.fromEntries(problems.map(([field, problem]) => [`${name}.${field}`, problem])))
}
