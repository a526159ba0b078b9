import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { pressBack } from '@cuida/ui/Screen/back.ts'
import { parse } from 'regexparam'
import { openGoogleSignIn } from '../access/social/app-journey.ts'
import { session } from '../kit/api.ts'
import { changePartner } from '../kit/content/partner.tsx'
import { matchPath } from '../kit/navigation/match.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { pathOf, type Route, routes } from '../routes.ts'
import { fetchInitialState } from './fetch-initial-state.ts'
import { followLink } from './links.ts'
import { fromApi, platform } from './platform.ts'
import type { AppPush } from './port.ts'

const keeping = lazyModule(() => import('../profile/notifications/app-push.ts'))

/** Connects the phone's events to the running app. */
export function wirePhone(linkHost: string): void {
  const phone = platform()
  phone.onBack(goBackOnce)
  phone.onDeepLink((url) => followLink(url, linkHost))
  phone.onResume(() => void renewPartner())
  session.onChange((isSignedIn) => void (isSignedIn || phone.files?.forget()))
  followTheme(phone.matchBars)
  document.addEventListener('click', openOutside, { capture: true })
  if (phone.push) keepAwake(phone.push, linkHost)
}

/** A notification can only open paths that a link could. */
function keepAwake(push: AppPush, linkHost: string): void {
  push.onTap((path) => followLink(`https://${linkHost}${path}`, linkHost))
  void keeping.load().then(({ keepAppPush }) => keepAppPush(push))
}

/** The phone's back button: closes an open dialog, else goes back as the screen does; false where the app ends. */
function goBackOnce(): boolean {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    return true
  }
  if (pressBack()) return true
  const name = matchPath(parse, location.pathname)?.name
  const route: Route | undefined = name && routes[name]
  // A screen without "back", such as an order's, must not return to a finished step: it goes Home.
  if (!route?.back) return false
  goTo(pathOf('home', {}), { replace: true })
  return true
}

/** A suspended app may find newer settings, or be too old itself. Offline it goes on unchanged. */
const renewPartner = (): Promise<void> =>
  fetchInitialState(currentLocale()).then(
    ({ config }) => changePartner(config),
    () => undefined,
  )

function followTheme(onChange: (dark: boolean) => void): void {
  const darkPhone = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const notify = () => onChange((root.dataset.theme ?? (darkPhone.matches ? 'dark' : 'light')) === 'dark')
  darkPhone.addEventListener('change', notify)
  new MutationObserver(notify).observe(root, { attributeFilter: ['data-theme'] })
  notify()
}

/**
 * Pages of ours that a browser would open in another tab are shown from the web over the app, which has no tabs. The
 * Google sign-in runs there too and returns by a link.
 */
function openOutside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = link?.getAttribute('href')
  if (!href?.startsWith('/') || (link?.target !== '_blank' && href !== GOOGLE)) return
  event.preventDefault()
  if (href === GOOGLE) void openGoogleSignIn()
  else platform().openExternal(fromApi(href as `/${string}`))
}
const GOOGLE = '/api/connect/google'
