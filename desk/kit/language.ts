import { languageFor } from '@cuida/core/brand/locale.ts'
import { failureOf } from '@cuida/ui/client/exchange.ts'
import { loadMessages, type MessageCatalogue } from '@cuida/ui/i18n/messages.ts'

/** Languages of the desk; each staff member chooses one, whatever the partner's patients read. */
export const LANGUAGES = ['en', 'es', 'pt-BR'] as const
export type Language = (typeof LANGUAGES)[number]

const CHOICE = 'desk.language'

/** The language chosen on this device, else the first of the browser's languages that the desk has. */
export function firstLanguage(): Language {
  const languageTags = [localStorage.getItem(CHOICE) ?? '', ...navigator.languages]
  return languageTags.map((tag) => languageFor(tag, LANGUAGES)).find(Boolean) ?? 'en'
}

/** Loads and activates a language. */
export async function loadLanguage(language: Language): Promise<void> {
  const reply = await fetch(`/v1/patient/locales/${language}?app=desk`)
  if (!reply.ok) throw await failureOf(reply, reply.headers.get('x-trace-id') ?? '')
  loadMessages(language, (await reply.json()) as MessageCatalogue)
  document.documentElement.lang = language
}

/** Changes the language now and for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  try {
    localStorage.setItem(CHOICE, language)
  } catch {
    // Storage may be full or blocked: the browser's preference then applies on the next visit.
  }
}
