import { parse } from 'regexparam'
import { matchPath } from '../../kit/navigation/match.ts'
import { knownPath } from '../../kit/session/other-address.ts'
import { pathOf, type Route, routes } from '../../routes.ts'

const KEY = 'continue-path'

/** Remembers where a person wanted to go before we asked who they are (A2.12). */
export const rememberPath = (path: string): void => sessionStorage.setItem(KEY, path)
export const forgetPath = (): void => sessionStorage.removeItem(KEY)

/** A2.12: the address of arrival is where to continue, unless somebody was already on their way elsewhere. */
export function rememberArrival(path: string): void {
  if (sessionStorage.getItem(KEY) === null && destinationOf(path) !== pathOf('home', {})) rememberPath(path)
}

export const rememberedPath = (): string | null => sessionStorage.getItem(KEY)

/** Names and ids of ours; no dot, no second slash, no percent sign, so that no decoding can make another address of it. */
const PLAIN = /^(\/[\w-]+)+$/
const PLAIN_PAIR = /^[\w-]+=[\w-]*$/

/**
 * Where a remembered address leads: to a screen that a signed-in person may stand on, else Home. A forged link can thus
 * name a screen of ours, and nothing else.
 */
export function destinationOf(path: string | null): string {
  const [given = '', query = ''] = (path ?? '').split('?')
  const home = pathOf('home', {})
  const address = PLAIN.test(given) ? knownPath(given) : undefined
  const name = address && matchPath(parse, address)?.name
  if (!name || name === 'redirect' || (routes[name] as Route).guard === 'guest') return home
  const plain = query.split('&').filter((pair) => PLAIN_PAIR.test(pair))
  return plain.length > 0 ? `${address}?${plain.join('&')}` : address
}

/** The slug of a referral that a person was on their way to; its screen is for everybody. */
export const referralOf = (path: string | null): string | undefined => /^\/?referral\/([\w-]+)$/.exec(path ?? '')?.[1]
