export { ProviderDown } from '../provider-down.ts'

/** What a postal code says of an address. Empty fields were not said: a small town has one code for all its streets. */
export interface FoundPlace {
  state: string
  city: string
  district: string | undefined
  street: string | undefined
}

/** Brazilian postal codes. Throws only ProviderDown. */
export interface PostalCodes {
  /** `cep`: 8 digits. undefined when nobody lives there. */
  find(cep: string): Promise<FoundPlace | undefined>
}
