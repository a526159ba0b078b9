import { languageFor } from '@cuida/core/brand/locale.ts'
import { type Catalogue, loadWords } from '@cuida/ui/words/words.ts'

/** Few words that a native app has before it has reached anybody; `web/vite.config.ts` takes them from the catalogues. */
declare const __START_WORDS__: Record<string, Catalogue>

/** Speaks the language of the last time, else the phone's; says which. */
export function speakAtStart(wanted: string): string {
  const languages = Object.keys(__START_WORDS__)
  const language = languageFor(wanted, languages) ?? 'en'
  loadWords(language, __START_WORDS__[language] ?? {})
  document.documentElement.lang = language
  return language
}
