import { currentLocale, loadMessages, type MessageCatalogue } from '@cuida/ui/i18n/messages.ts'
import { fromApi, platform } from '../../platform/platform.ts'

const loading = new Map<string, Promise<void>>()

/** Loads a language's whole catalogue once: the page contains only the messages of its first screen. */
export function loadAllMessages(locale: string): Promise<void> {
  const known = loading.get(locale)
  if (known) return known
  const started = fetchMessages(locale)
  loading.set(locale, started)
  started.catch(() => loading.delete(locale))
  return started
}

/** Reloads the active language after the partner changed its content. */
export async function reloadMessages(): Promise<void> {
  const locale = currentLocale()
  loading.clear()
  await loadAllMessages(locale)
}

async function fetchMessages(locale: string): Promise<void> {
  const reply = await fetch(fromApi(`/v1/patient/locales/${locale}`))
  if (!reply.ok) throw new Error(`messages of ${locale}: ${reply.status}`)
  loadMessages(locale, (await reply.json()) as MessageCatalogue)
}

/** Changes the language now and for later visits. */
export async function chooseLanguage(locale: string): Promise<void> {
  if (locale !== currentLocale()) await loadAllMessages(locale)
  // Activates a language that is already loaded.
  loadMessages(locale, {})
  platform().keepLocale(locale)
  document.documentElement.lang = locale
}
