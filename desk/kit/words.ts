import { languageFor } from '@cuida/core/brand/locale.ts'
import { failureOf } from '@cuida/ui/client/exchange.ts'
import { type Catalogue, loadWords } from '@cuida/ui/words/words.ts'

/** Languages that the desk speaks; staff choose theirs, whatever the partner's patients read. */
export const LANGUAGES = ['en', 'es', 'pt-BR'] as const
export type Language = (typeof LANGUAGES)[number]

const CHOICE = 'desk.language'

/** What was chosen here before, else the first of the browser's languages that the desk speaks. */
export function firstLanguage(): Language {
  const wanted = [localStorage.getItem(CHOICE) ?? '', ...navigator.languages]
  return wanted.map((tag) => languageFor(tag, LANGUAGES)).find(Boolean) ?? 'en'
}

/** Makes a language the one that the desk speaks now. */
export async function speak(language: Language): Promise<void> {
  const reply = await fetch(`/v1/patient/locales/${language}`)
  if (!reply.ok) throw await failureOf(reply, reply.headers.get('x-trace-id') ?? '')
  loadWords(language, (await reply.json()) as Catalogue)
  document.documentElement.lang = language
}

/** Speaks it from now on, on the next visit too. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  try {
    localStorage.setItem(CHOICE, language)
  } catch {
    // A browser whose storage is full asks the browser's own preference again next time.
  }
}
