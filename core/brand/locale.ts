/** Languages of the product (product 1.2), each with its own name. */
export const LOCALE_NAMES = {
  en: 'English',
  'en-US': 'English (United States)',
  es: 'Español',
  'es-ES': 'Español (España)',
  'pt-BR': 'Português (Brasil)',
} as const
export type Locale = keyof typeof LOCALE_NAMES
export const LOCALES = Object.keys(LOCALE_NAMES) as Locale[]
/** Used when no closer language exists (product 1.2). */
export const FALLBACK_LOCALE = 'en'

const baseOf = (tag: string): string => (tag.split('-')[0] ?? tag).toLowerCase()

/**
 * The closest of `available` to a language tag: the same tag, its language without the region, then another region of
 * the same language; undefined when none has that language. Tags are compared without case.
 */
export function languageFor<T extends string>(requestedTag: string, available: readonly T[]): T | undefined {
  const base = baseOf(requestedTag)
  return (
    available.find((tag) => tag.toLowerCase() === requestedTag.toLowerCase()) ??
    available.find((tag) => tag.toLowerCase() === base) ??
    available.find((tag) => baseOf(tag) === base)
  )
}

/** Fallback order of a tag: `es-ES` gives `es-ES`, `es`, `en`. */
export function localeChain(locale: string): string[] {
  return [...new Set([locale, baseOf(locale), FALLBACK_LOCALE])]
}
