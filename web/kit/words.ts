import { type Catalogue, currentLocale, loadWords } from '@cuida/ui/words/words.ts'

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

async function fetchWords(locale: string): Promise<void> {
  const reply = await fetch(`/v1/patient/locales/${locale}`)
  if (!reply.ok) throw new Error(`words of ${locale}: ${reply.status}`)
  loadWords(locale, (await reply.json()) as Catalogue)
}

const YEAR_S = 31_536_000

/** Changes the language now and for the next visit; the server reads the cookie to prerender in it. */
export async function chooseLanguage(locale: string): Promise<void> {
  if (locale !== currentLocale()) await loadAllWords(locale)
  // Words that were fetched before are only made the ones in use.
  loadWords(locale, {})
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of 2024
  document.cookie = `locale=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
  document.documentElement.lang = locale
}
