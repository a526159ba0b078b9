import { currentLocale } from '@cuida/ui/words/words.ts'

/** The name of a country in the person's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames([currentLocale()], { type: 'region' }).of(code) ?? code
}
