import type { PostalPlace } from '@cuida/core/profile/account/account-api.ts'
import {
  type Address,
  type AddressKind,
  addressProblems,
  NO_NUMBER,
  shownPostalCode,
  tidyPostalCode,
} from '@cuida/core/profile/address/address.ts'
import { provinceOf } from '@cuida/core/profile/address/provinces.ts'

/** What the form holds: an address that may still be unfinished. */
export interface AddressDraft extends Address {
  useForBilling: boolean
}

export function addressDraft(known: Address | null, country: string, useForBilling: boolean): AddressDraft {
  const empty = { country, postalCode: '', street: '', number: '', comments: '', district: '', city: '', state: '' }
  if (!known) return { ...empty, useForBilling }
  const number = known.number === NO_NUMBER ? '' : known.number
  // In the order of the screen, which is the order in which problems are told.
  return { ...empty, ...known, number, postalCode: shownPostalCode(known), useForBilling }
}

/** What is saved: where the bill goes is asked beside my own home only. */
export const savedAddress = (draft: AddressDraft, kind: AddressKind, isOther: boolean | undefined): AddressDraft => ({
  ...draft,
  useForBilling: kind === 'home' && !isOther && draft.useForBilling,
})

/** The rules of core; a Brazilian postal code is spoken of as a CEP. */
export function draftProblems(
  draft: AddressDraft,
  countries: readonly string[],
): Partial<Record<keyof Address, string>> {
  const { postalCode, ...rest } = addressProblems(draft, countries)
  if (!postalCode) return rest
  return { ...rest, postalCode: draft.country === 'BR' ? `CEP_${postalCode}` : postalCode }
}

/** Another country has other regions: a state of the old one means nothing there. */
export const inCountry = (draft: AddressDraft, country: string): Partial<AddressDraft> => ({
  country,
  ...(draft.country === country ? {} : { state: '' }),
})

/** A Spanish postal code knows its province while it is typed. */
export function withProvince({ country }: AddressDraft, postalCode: string): Partial<AddressDraft> {
  const province = country === 'ES' ? provinceOf(tidyPostalCode(postalCode)) : undefined
  return province ? { postalCode, state: province.code } : { postalCode }
}

export type Filled = Partial<Pick<AddressDraft, 'street' | 'district' | 'city' | 'state'>>

/** What a look-up may write: where nothing stands, or where only an earlier look-up wrote. What was typed stays. */
export function fillOf(draft: AddressDraft, place: PostalPlace, earlier: Filled): Filled {
  const fill: Filled = {}
  for (const name of ['street', 'district', 'city', 'state'] as const) {
    const isFree = draft[name].trim() === '' || draft[name] === earlier[name]
    const value = place[name] ?? (earlier[name] === undefined ? undefined : '')
    if (isFree && value !== undefined) fill[name] = value
  }
  return fill
}
