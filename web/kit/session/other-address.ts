import { parse } from 'regexparam'
import { pathOf } from '../../routes.ts'
import { matchPath } from '../navigation/match.ts'

/** Old names of screens, and screens that are parts of others (A2.41). */
const ALIASES: Readonly<Record<string, string>> = {
  '/account': pathOf('profile'),
  '/orders': pathOf('consultations'),
  '/consultations/orders': pathOf('consultations'),
}

/** What the specification's tables leave out, or put before: the base of an area. */
const BASES = ['/account', '/consultations'] as const

/**
 * The address of the same screen where the specification can be read in two ways: each of its tables names a base
 * ("Profile stack, base /account") and paths with or without it. `exists` says whether a screen has an address.
 */
export function otherAddress(path: string, exists: (path: string) => boolean): string | undefined {
  const without = BASES.filter((base) => path.startsWith(`${base}/`)).map((base) => path.slice(base.length))
  const withBase = path === '/profile' || path.startsWith('/profile/') ? [`/account${path}`] : []
  return [...without, ...withBase].find(exists)
}

/** The path of a screen in the form that `routes` has: itself, or its other form. undefined: no screen has it. */
export function knownPath(path: string): string | undefined {
  const alias = Object.hasOwn(ALIASES, path) ? ALIASES[path] : undefined
  if (alias) return alias
  const exists = (known: string) => matchPath(parse, known) !== undefined
  return exists(path) ? path : otherAddress(path, exists)
}
