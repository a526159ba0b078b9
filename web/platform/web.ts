import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import type { Platform } from './port.ts'

const YEAR_S = 31_536_000
const RING = [600, 400, 600, 1_400]
const nothing = () => undefined

/** A browser: it has its own back button, its own bars, and opens its own links. */
export const webPlatform = (): Platform => ({
  kind: 'web',
  os: 'web',
  appVersion: nothing,
  outdated: nothing,
  get origin() {
    return location.origin
  },
  apiUrl: '',
  tokenMode: 'cookie',
  storage: browserStorage(),
  // The server reads it to prerender in this language.
  keepLocale(locale) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of 2024
    document.cookie = `locale=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
  },
  onBack: nothing,
  onDeepLink: nothing,
  // A page of the web that is looked at again hears what is new by its own stream (web/kit/content/LiveContent.tsx).
  onResume: nothing,
  openExternal: (url) => location.assign(url),
  openBeside(url) {
    // With `noopener` the browser does not say whether it opened anything.
    const opened = window.open(url, '_blank')
    if (opened) opened.opener = null
    return opened !== null
  },
  // Product 11.4: no haptics on the web. A call still has to be noticed.
  haptic: (kind) => void (kind === 'ring' && navigator.vibrate?.(RING)),
  push: undefined,
  matchBars: nothing,
})
