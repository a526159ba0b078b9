import { languageFor } from '@cuida/core/brand/locale.ts'
import { capitalize } from '@cuida/ui/i18n/format.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'

/**
 * The languages most common among our partners' patients. A colleague's other languages stay on the list once known.
 */
const SPOKEN = ['es', 'en', 'pt', 'ca', 'gl', 'eu', 'fr', 'de', 'it', 'ro', 'uk', 'ar', 'zh']

/** "español", for use inside a sentence. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(code) ?? code

/** "Español", for use on its own. */
export const languageTitle = (code: string): string => capitalize(languageName(code))

export const languageList = (codes: readonly string[]): string =>
  capitalize(new Intl.ListFormat(currentLocale()).format(codes.map(languageName)))

/** The languages to choose from; `pt` is left out for a colleague who already has `pt-BR`. */
export function spokenOptions(known: readonly string[]): { value: string; label: string }[] {
  const others = SPOKEN.filter((code) => !languageFor(code, known))
  return [...known, ...others].map((value) => ({ value, label: languageTitle(value) }))
}
