import { parse } from 'regexparam'
import { matchPath } from '../../kit/navigation/match.ts'
import { knownPath } from '../../kit/session/alternative-path.ts'
import { pathOf, type Route, routes } from '../../routes.ts'

const KEY = 'continue-path'

/** Remembers the requested path before sign-in (A2.12). */
export const rememberPath = (path: string): void => sessionStorage.setItem(KEY, path)
export const forgetPath = (): void => sessionStorage.removeItem(KEY)

/** A2.12: continues at the arrival's path, unless another path is already remembered. */
export function rememberArrival(path: string): void {
  if (sessionStorage.getItem(KEY) === null && destinationOf(path) !== pathOf('home', {})) rememberPath(path)
}

export const rememberedPath = (): string | null => sessionStorage.getItem(KEY)

/** Our names and ids only: no dot, no double slash, no percent sign, so that decoding cannot produce another URL. */
const PLAIN = /^(\/[\w-]+)+$/
const PLAIN_PAIR = /^[\w-]+=[\w-]*$/

/**
 * The target of a remembered path: a screen that a signed-in person may open, else Home. A forged link can thus only
 * name one of our screens.
 */
export function destinationOf(path: string | null): string {
  const [pathname = '', query = ''] = (path ?? '').split('?')
  const home = pathOf('home', {})
  const address = PLAIN.test(pathname) ? knownPath(pathname) : undefined
  const name = address && matchPath(parse, address)?.name
  if (!name || name === 'redirect' || (routes[name] as Route).guard === 'guest') return home
  const plain = query.split('&').filter((pair) => PLAIN_PAIR.test(pair))
  return plain.length > 0 ? `${address}?${plain.join('&')}` : address
}

/** The slug of a remembered referral path, whose screen needs no sign-in. */
export const referralOf = (path: string | null): string | undefined => /^\/?referral\/([\w-]+)$/.exec(path ?? '')?.[1]
