import { type Address, NO_HOUSE_NUMBER, shownPostalCode } from '@cuida/core/profile/address/address.ts'

/** An address in one line, as on an envelope. */
export function addressLine(address: Address): string {
  const { street, number, district, city } = address
  const house = number === NO_HOUSE_NUMBER ? street : `${street}, ${number}`
  // A no-break hyphen keeps the code on one line.
  const town = `${shownPostalCode(address).replace('-', '\u2011')} ${city}`
  return [house, district, town].filter(Boolean).join(', ')
}
