import { currentLocale } from '@cuida/ui/i18n/messages.ts'

/** The article before a title in a sentence; English has none. */
const ARTICLES: Record<string, Record<string, string>> = {
  es: { 'Dr.': 'el', 'Dra.': 'la' },
  pt: { 'Dr.': 'o', 'Dra.': 'a' },
}

/** A clinician's name inside a sentence: "con la Dra. Ruiz", not "con Dra. Ruiz". */
export function withArticle(name: string, locale = currentLocale()): string {
  const [title = ''] = name.split(' ')
  const article = ARTICLES[locale.slice(0, 2)]?.[title]
  return article ? `${article} ${name}` : name
}
