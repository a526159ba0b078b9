import type { PostalPlace } from '@cuida/core/profile/account/account-api.ts'
import {
  type Address,
  type AddressKind,
  addressProblems,
  NO_HOUSE_NUMBER,
  shownPostalCode,
  tidyPostalCode,
} from '@cuida/core/profile/address/address.ts'
import { provinceOf } from '@cuida/core/profile/address/provinces.ts'

/** The form's values: an address that may be incomplete. */
export interface AddressDraft extends Address {
  useForBilling: boolean
}

export function addressDraft(known: Address | null, country: string, useForBilling: boolean): AddressDraft {
  const empty = { country, postalCode: '', street: '', number: '', comments: '', district: '', city: '', state: '' }
  if (!known) return { ...empty, useForBilling }
  const number = known.number === NO_HOUSE_NUMBER ? '' : known.number
  // In screen order, which is also the order of the problems.
  return { ...empty, ...known, number, postalCode: shownPostalCode(known), useForBilling }
}

/** The address to save: the billing option applies only to the account holder's home. */
export const savedAddress = (draft: AddressDraft, kind: AddressKind, isOther: boolean | undefined): AddressDraft => ({
  ...draft,
  useForBilling: kind === 'home' && !isOther && draft.useForBilling,
})

/** Core's rules; a Brazilian postal code is called a CEP. */
export function draftProblems(
  draft: AddressDraft,
  countries: readonly string[],
): Partial<Record<keyof Address, string>> {
  const { postalCode, ...rest } = addressProblems(draft, countries)
  if (!postalCode) return rest
  return { ...rest, postalCode: draft.country === 'BR' ? `CEP_${postalCode}` : postalCode }
}

/** Clears the region, which belongs to the previous country. */
export const inCountry = (draft: AddressDraft, country: string): Partial<AddressDraft> => ({
  country,
  ...(draft.country === country ? {} : { state: '' }),
})

/** Derives the province from a Spanish postal code as it is typed. */
export function withProvince({ country }: AddressDraft, postalCode: string): Partial<AddressDraft> {
  const province = country === 'ES' ? provinceOf(tidyPostalCode(postalCode)) : undefined
  return province ? { postalCode, state: province.code } : { postalCode }
}

export type Filled = Partial<Pick<AddressDraft, 'street' | 'district' | 'city' | 'state'>>

/** The fields that a look-up may fill: empty ones, and those filled by an earlier look-up. Typed values stay. */
export function fillOf(draft: AddressDraft, place: PostalPlace, earlier: Filled): Filled {
  const fill: Filled = {}
  for (const name of ['street', 'district', 'city', 'state'] as const) {
    const isFree = draft[name].trim() === '' || draft[name] === earlier[name]
    const value = place[name] ?? (earlier[name] === undefined ? undefined : '')
    if (isFree && value !== undefined) fill[name] = value
  }
  return fill
}
