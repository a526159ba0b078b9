import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { parseUrl } from '@cuida/ui/i18n/parse-url.ts'
import { parse } from 'regexparam'
import { keepBrought } from '../access/sign-in/brought.ts'
import { rememberPath } from '../access/sign-in/continue-path.ts'
import { keepLandingToken } from '../invite/kept.ts'
import { matchPath } from '../kit/navigation/match.ts'
import { goTo } from '../kit/navigation/navigation.ts'
import { knownPath } from '../kit/session/other-address.ts'
import { pathOf, routes } from '../routes.ts'

/** The path in the app that a link to us means, in any form that the web resolves too. Only our own host: anything else is Home. */
export function pathOfLink(link: string, host: string): string {
  const url = parseUrl(link)
  const path = url?.protocol === 'https:' && url.host === host ? knownPath(url.pathname) : undefined
  if (!url || !path) return pathOf('home', {})
  return path + url.search + (SECRET.has(path) ? url.hash : '')
}

/** Screens whose link has what it is worth behind the `#`. */
const FROM_GOOGLE = new Set([pathOf('accountConnect', { provider: VENDOR.google }), pathOf('googleLink')])
const SECRET = new Set([pathOf('guestCall'), pathOf('reminder'), pathOf('verify'), ...FROM_GOOGLE])

/**
 * The token of a company's link, or the code of a journey to Google, is kept for its screen and out of the address and the
 * history; on the web the first lines of the page do that (invite/landing-script.ts, access/sign-in/arrival-script.ts).
 */
function takeToken(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'https://app')
  if (FROM_GOOGLE.has(pathname)) {
    keepBrought(new URLSearchParams(hash.slice(1)).get('code'))
    return pathname
  }
  const token = pathname.startsWith('/lp/') && searchParams.get('token')
  if (!token) return path
  keepLandingToken(token)
  return pathname
}

/** A link that arrives while the app runs. */
export const follow = (link: string, host: string): void => goTo(takeToken(pathOfLink(link, host)))

/** What AuthRedirect leads a person on to once they are known (A2.41). */
const LED_ON = /^\/(consultations|orders|products|groups|account)(\/|$)/

/**
 * A2.12: on native the path of arrival is remembered and the app begins at AuthRedirect. Anything else that is open to
 * anybody (a document, an invitation) is shown at once when a link asked for it.
 */
export function firstPath(path: string, isLink: boolean): { at: string; remember: string | undefined } {
  const [given = ''] = path.split(/[?#]/)
  const address = knownPath(given) ?? given
  const whole = address + path.slice(given.length)
  const name = matchPath(parse, address)?.name
  const guard = name && routes[name].guard
  // Who comes from Google to sign in is led on by what comes of it.
  if (isLink && (guard === 'anybody' ? !LED_ON.test(address) : name === 'accountConnect'))
    return { at: whole, remember: undefined }
  const isPlace = guard !== undefined && guard !== 'guest' && name !== 'redirect'
  return { at: pathOf('redirect'), remember: isPlace ? whole : undefined }
}

/** Puts the app where it begins, before it starts. */
export function beginAt(path: string, isLink: boolean): void {
  const { at, remember } = firstPath(takeToken(path), isLink)
  if (remember) rememberPath(remember)
  history.replaceState(null, '', at)
}
