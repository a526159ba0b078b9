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
