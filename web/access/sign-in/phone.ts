import { tidyPhone } from '@cuida/core/kit/pasted-text.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import type { PhoneCountry } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import type { CountryCode, MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'

/** Numbering plans of the partner's countries, the default one first; a few KB inside the page. */
export interface NumberingPlans {
  countries: PhoneCountry[]
  metadata: MetadataJson
}

const parser = lazyModule(() => import('libphonenumber-js/core'))
let plans: NumberingPlans | undefined
export function provideNumberingPlans(newPlans: NumberingPlans): void {
  plans = newPlans
}

export const numberingPlans = (): NumberingPlans | undefined => plans

export const phoneCountries = (): PhoneCountry[] => plans?.countries ?? []

/**
 * Parses a typed number into international form (A5.1): white space is stripped, and `+` or `00` overrides the
 * selected country. undefined when it is not a valid number of one of the partner's countries.
 */
export async function readPhone(typed: string, country: string): Promise<Phone | undefined> {
  const { parsePhoneNumberFromString } = await parser.load()
  return phoneIn(parsePhoneNumberFromString, typed, country)
}

/** Like `readPhone`, for a screen that has loaded the parser already. */
export function phoneIn(parse: typeof parsePhoneNumberFromString, typed: string, country: string): Phone | undefined {
  if (!plans) return undefined
  const text = tidyPhone(typed)
  const parsed = parse(text, country as CountryCode, plans.metadata)
  if (!parsed?.isValid() || !parsed.country) return undefined
  return { number: parsed.number, country: parsed.country }
}
