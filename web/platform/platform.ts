import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import type { Platform } from './port.ts'

const YEAR_S = 31_536_000

const RING = [600, 400, 600, 1_400]

const nothing = () => undefined

/** A browser has its own back button, bars and links. */
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
  // The server reads this cookie to prerender in the language.
  keepLocale(locale) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of 2024
    document.cookie = `locale=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
  },
  onBack: nothing,
  onDeepLink: nothing,
  // A web page that becomes visible again gets changes by its own stream (web/kit/content/LiveContent.tsx).
  onResume: nothing,
  openExternal: (url) => location.assign(url),
  openBeside(url) {
    // With `noopener` the browser does not say whether it opened a window.
    const opened = window.open(url, '_blank')
    if (opened) opened.opener = null
    return opened !== null
  },
  // Product 11.4: no haptics on the web, except for an incoming call.
  haptic: (kind) => void (kind === 'ring' && navigator.vibrate?.(RING)),
  push: undefined,
  matchBars: nothing,
})

let current: Platform | undefined

/** The app's host: a browser, unless the native entry chose another before the first use. */
export function platform(): Platform {
  current ??= webPlatform()
  return current
}

/** Called once by the native entry (`web/native.tsx`), before it loads the app. */
export function choosePlatform(newPlatform: Platform): void {
  if (current) throw new Error('The platform was read before it was set')
  current = newPlatform
}

/** The client of this app, for calls that open a session: `web`, `ios` or `android`. */
export const clientId = (): string => platform().os

/** The URL of an API or content service path, such as `/v1/locales`. */
export const fromApi = (path: `/${string}`): string => platform().apiUrl + path

/** The full URL of a screen, to be opened elsewhere. */
export const linkTo = (path: string): string => platform().origin + path
