/**
 * Territories that number within another country's plan (Ofcom's for +44), and whose mobile numbers look like that
 * country's.
 */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = { GB: ['GG', 'IM', 'JE'] }

/**
 * Countries whose phone numbers a partner of `countries` accepts, as ISO 3166-1 alpha-2; a country precedes its
 * territories.
 */
export const phoneCountriesOf = (countries: readonly string[]): string[] => [
  ...new Set(countries.flatMap((country) => [country, ...(TERRITORIES[country] ?? [])])),
]
