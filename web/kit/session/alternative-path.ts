import { parse } from 'regexparam'
import { pathOf } from '../../routes.ts'
import { matchPath } from '../navigation/match.ts'

/** Former names of screens, and screens that became parts of others (A2.41). */
const ALIASES: Readonly<Record<string, string>> = {
  '/account': pathOf('profile'),
  '/orders': pathOf('consultations'),
  '/consultations/orders': pathOf('consultations'),
}

/** Base paths that the specification's tables omit or add. */
const BASES = ['/account', '/consultations'] as const

/**
 * Another form of the same screen's path: each table of the specification names a base ("Profile stack, base
 * /account") and lists paths with or without it. `exists` checks whether a path has a screen.
 */
export function alternativePath(path: string, exists: (path: string) => boolean): string | undefined {
  const disabledCapabilities = BASES.filter((base) => path.startsWith(`${base}/`)).map((base) =>
    path.slice(base.length),
  )
  const withBase = path === '/profile' || path.startsWith('/profile/') ? [`/account${path}`] : []
  return [...disabledCapabilities, ...withBase].find(exists)
}

/** The path in the form that `routes` has: itself, or its other form. undefined: no screen has it. */
export function knownPath(path: string): string | undefined {
  const alias = Object.hasOwn(ALIASES, path) ? ALIASES[path] : undefined
  if (alias) return alias
  const exists = (known: string) => matchPath(parse, known) !== undefined
  return exists(path) ? path : alternativePath(path, exists)
}
