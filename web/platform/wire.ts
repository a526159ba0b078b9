import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { part } from '@cuida/ui/lazy/part.ts'
import { pressBack } from '@cuida/ui/Screen/back.ts'
import { parse } from 'regexparam'
import { goToGoogle } from '../access/social/app-journey.ts'
import { session } from '../kit/api.ts'
import { changePartner } from '../kit/content/partner.tsx'
import { matchPath } from '../kit/navigation/match.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf, type Route, routes } from '../routes.ts'
import { fetchInitialState } from './fetch-initial-state.ts'
import { follow } from './links.ts'
import { fromApi, platform } from './platform.ts'
import type { AppPush } from './port.ts'

const keeping = part(() => import('../profile/notifications/app-push.ts'))

/** What a phone does to the running app, and the app to the phone. */
export function wirePhone(linkHost: string): void {
  const phone = platform()
  phone.onBack(goBackOnce)
  phone.onDeepLink((url) => follow(url, linkHost))
  phone.onResume(() => void renewPartner())
  session.onChange((isSignedIn) => void (isSignedIn || phone.files?.forget()))
  followTheme(phone.matchBars)
  document.addEventListener('click', openOutside, { capture: true })
  if (phone.push) keepAwake(phone.push, linkHost)
}

/** A notification leads where a link of ours would, and no further. */
function keepAwake(push: AppPush, linkHost: string): void {
  push.onTap((path) => follow(`https://${linkHost}${path}`, linkHost))
  void keeping.load().then(({ keepAppPush }) => keepAppPush(push))
}

/** The phone's own back: closes what is open, else does what the screen's back does; false where the app ends. */
function goBackOnce(): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    return true
  }
  if (pressBack()) return true
  const name = matchPath(parse, location.pathname)?.name
  const route: Route | undefined = name && routes[name]
  // A screen that shows no back on purpose, such as an order's, must not lead back into what is done: to Home.
  if (!route?.back) return false
  goTo(pathOf('home', {}), { replace: true })
  return true
}

/** An app sleeps for days: what it goes by may be another now, or the app itself too old. Offline it goes on as it is. */
const renewPartner = (): Promise<void> =>
  fetchInitialState(currentLocale()).then(
    ({ config }) => changePartner(config),
    () => undefined,
  )

function followTheme(tell: (dark: boolean) => void): void {
  const darkPhone = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const say = () => tell((root.dataset.theme ?? (darkPhone.matches ? 'dark' : 'light')) === 'dark')
  darkPhone.addEventListener('change', say)
  new MutationObserver(say).observe(root, { attributeFilter: ['data-theme'] })
  say()
}

/**
 * A page of ours that a browser would open in another tab: an app has none, so it is shown from the web, over the app. The
 * road to Google is walked there too, and brings the person back.
 */
function openOutside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = link?.getAttribute('href')
  if (!href?.startsWith('/') || (link?.target !== '_blank' && href !== GOOGLE)) return
  event.preventDefault()
  if (href === GOOGLE) void goToGoogle()
  else platform().openExternal(fromApi(href as `/${string}`))
}
const GOOGLE = '/api/connect/google'
