import { languageFor } from '@cuida/core/brand/locale.ts'
import { capitalize } from '@cuida/ui/i18n/format.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'

/** What patients of our partners are most often spoken to in; the others of a colleague stay when they are known. */
const SPOKEN = ['es', 'en', 'pt', 'ca', 'gl', 'eu', 'fr', 'de', 'it', 'ro', 'uk', 'ar', 'zh']

/** "español", inside of a sentence. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(code) ?? code

/** "Español", by itself. */
export const languageTitle = (code: string): string => capitalize(languageName(code))

export const languageList = (codes: readonly string[]): string =>
  capitalize(new Intl.ListFormat(currentLocale()).format(codes.map(languageName)))

/** Languages to choose from; whoever speaks `pt-BR` is not asked about `pt` as well. */
export function spokenOptions(known: readonly string[]): { value: string; label: string }[] {
  const others = SPOKEN.filter((code) => !languageFor(code, known))
  return [...known, ...others].map((value) => ({ value, label: languageTitle(value) }))
}
