import { type Catalogue, currentLocale, loadWords } from '@cuida/ui/words/words.ts'
import { fromApi, platform } from '../../platform/platform.ts'

const loading = new Map<string, Promise<void>>()

/** The page brings the words of its first screen; this fetches the rest, once a language. */
export function loadAllWords(locale: string): Promise<void> {
  const known = loading.get(locale)
  if (known) return known
  const started = fetchWords(locale)
  loading.set(locale, started)
  started.catch(() => loading.delete(locale))
  return started
}

/** For code that comes after the first screen: the words that it speaks may not be here yet, and come with it. */
export const withWords =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [code] = await Promise.all([load(), loadAllWords(currentLocale()).catch(() => {})])
    return code
  }

/** Asks again for the words in use: the clinic may have changed some. */
export async function renewWords(): Promise<void> {
  const locale = currentLocale()
  loading.clear()
  await loadAllWords(locale)
}

async function fetchWords(locale: string): Promise<void> {
  const reply = await fetch(fromApi(`/v1/patient/locales/${locale}`))
  if (!reply.ok) throw new Error(`words of ${locale}: ${reply.status}`)
  loadWords(locale, (await reply.json()) as Catalogue)
}

/** Changes the language now and for the next visit. */
export async function chooseLanguage(locale: string): Promise<void> {
  if (locale !== currentLocale()) await loadAllWords(locale)
  // Words that were fetched before are only made the ones in use.
  loadWords(locale, {})
  platform().keepLocale(locale)
  document.documentElement.lang = locale
}
