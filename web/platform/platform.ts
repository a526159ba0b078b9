import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import type { Platform } from './port.ts'

const YEAR_S = 31_536_000

const RING = [600, 400, 600, 1_400]

const nothing = () => undefined

/** A browser: it has its own back button, its own bars, and opens its own links. */
const webPlatform = (): Platform => ({
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

let chosen: Platform | undefined

/** What the app runs in: a browser, unless the native entry said otherwise before anybody asked. */
export function platform(): Platform {
  chosen ??= webPlatform()
  return chosen
}

/** Called once by the native entry (`web/native.tsx`), before it loads the app. */
export function choosePlatform(given: Platform): void {
  if (chosen) throw new Error('The platform was asked for before it was chosen')
  chosen = given
}

/** Which of the apps this is, for the calls that open a session: `web`, `ios` or `android`. */
export const clientId = (): string => platform().os

/** The address of something that the API or the content service answers, such as `/v1/locales`. */
export const fromApi = (path: `/${string}`): string => platform().apiUrl + path

/** The whole address of a screen of ours, for whoever opens it elsewhere. */
export const linkTo = (path: string): string => platform().origin + path
