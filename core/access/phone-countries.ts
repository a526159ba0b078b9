/** Territories that number within another country's plan (Ofcom's for +44), and whose mobiles look like that country's. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = { GB: ['GG', 'IM', 'JE'] }

/** The countries whose phone numbers a partner of `countries` takes; ISO 3166-1 alpha-2, a country before its territories. */
export const phoneCountriesOf = (countries: readonly string[]): string[] => [
  ...new Set(countries.flatMap((country) => [country, ...(TERRITORIES[country] ?? [])])),
]
