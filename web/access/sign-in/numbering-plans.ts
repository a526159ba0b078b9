import { phoneCountriesOf } from '@cuida/core/access/phone-countries.ts'
import type { MetadataJson } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/metadata.min.json' with { type: 'json' }
import type { NumberingPlans } from './phone.ts'

/**
 * Picks the partner's countries from the world's numbering plans (28 KB gzip). Runs on the server; pages carry the
 * result.
 */
export function numberingPlansOf(countryCodes: readonly string[]): NumberingPlans {
  const allPlans = metadata as unknown as MetadataJson & { countries: Record<string, [callingCode: string]> }
  const countries = phoneCountriesOf(countryCodes)
  const callingCodeOf = (country: string) => allPlans.countries[country]?.[0] ?? ''
  const country_calling_codes: Record<string, string[]> = {}
  for (const country of countries) {
    const code = callingCodeOf(country)
    country_calling_codes[code] = [...(country_calling_codes[code] ?? []), country]
  }
  const plans = Object.fromEntries(countries.map((country) => [country, allPlans.countries[country]]))
  return {
    // A territory shares its country's calling code, so offering both would be confusing.
    countries: countryCodes.map((country) => ({ country, callingCode: callingCodeOf(country) })),
    metadata: { ...allPlans, country_calling_codes, countries: plans, nonGeographic: {} } as MetadataJson,
  }
}
