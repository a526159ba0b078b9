import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

/** The address of a postal code. Unknown fields are empty: a small town has one code for all its streets. */
export interface FoundPlace {
  state: string
  city: string
  district: string | undefined
  street: string | undefined
}

/** Brazilian postal codes. Throws only ProviderDown. */
export interface PostalCodes extends Checkable {
  /** `cep`: 8 digits. Undefined for an unknown code. */
  find(cep: string): Promise<FoundPlace | undefined>
}
