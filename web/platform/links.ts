import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { parseUrl } from '@cuida/ui/i18n/parse-url.ts'
import { parse } from 'regexparam'
import { rememberPath } from '../access/sign-in/continue-path.ts'
import { storeSocialCredential } from '../access/sign-in/social-credential.ts'
import { storeLandingToken } from '../invite/invitation-store.ts'
import { matchPath } from '../kit/navigation/match.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { knownPath } from '../kit/session/alternative-path.ts'
import { pathOf, routes } from '../routes.ts'

/** The app path of a link, in any form that the web resolves too. Links to other hosts lead Home. */
export function pathOfLink(link: string, host: string): string {
  const url = parseUrl(link)
  const path = url?.protocol === 'https:' && url.host === host ? knownPath(url.pathname) : undefined
  if (!url || !path) return pathOf('home', {})
  return path + url.search + (SECRET.has(path) ? url.hash : '')
}

/** Screens whose links have a secret in the fragment. */
const FROM_GOOGLE = new Set([pathOf('accountConnect', { provider: VENDOR.google }), pathOf('googleLink')])
const SECRET = new Set([pathOf('guestCall'), pathOf('reminder'), pathOf('verify'), ...FROM_GOOGLE])

/**
 * Moves a company link's token, or Google's one-time code, from the URL and the history into storage for its screen;
 * on the web inline scripts do that (invite/landing-script.ts, access/sign-in/arrival-script.ts).
 */
function takeToken(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'https://app')
  if (FROM_GOOGLE.has(pathname)) {
    storeSocialCredential(new URLSearchParams(hash.slice(1)).get('code'))
    return pathname
  }
  const token = pathname.startsWith('/lp/') && searchParams.get('token')
  if (!token) return path
  storeLandingToken(token)
  return pathname
}

/** Follows a link that arrives while the app runs. */
export const followLink = (link: string, host: string): void => goTo(takeToken(pathOfLink(link, host)))

/** Public screens that AuthRedirect leads to after the session check (A2.41). */
const LED_ON = /^\/(consultations|orders|products|groups|account)(\/|$)/

/**
 * A2.12: a native app stores the arrival's path and starts at AuthRedirect. Other public screens (a document, an
 * invitation) open at once from a link.
 */
export function firstPath(path: string, isLink: boolean): { at: string; remember: string | undefined } {
  const [pathname = ''] = path.split(/[?#]/)
  const address = knownPath(pathname) ?? pathname
  const whole = address + path.slice(pathname.length)
  const name = matchPath(parse, address)?.name
  const guard = name && routes[name].guard
  // A return from Google's sign-in opens its own screen, which redirects by the outcome.
  if (isLink && (guard === 'anybody' ? !LED_ON.test(address) : name === 'accountConnect'))
    return { at: whole, remember: undefined }
  const isScreenPath = guard !== undefined && guard !== 'guest' && name !== 'redirect'
  return { at: pathOf('redirect'), remember: isScreenPath ? whole : undefined }
}

/** Sets the first path before the app starts. */
export function setFirstPath(path: string, isLink: boolean): void {
  const { at, remember } = firstPath(takeToken(path), isLink)
  if (remember) rememberPath(remember)
  history.replaceState(null, '', at)
}
