import { type Address, NO_NUMBER, shownPostalCode } from '@cuida/core/profile/address.ts'

/** An address in one line, as an envelope would say it. */
export function addressLine(address: Address): string {
  const { street, number, district, city } = address
  const house = number === NO_NUMBER ? street : `${street}, ${number}`
  const town = `${shownPostalCode(address)} ${city}`
  return [house, district, town].filter(Boolean).join(', ')
}
