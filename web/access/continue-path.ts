import { pathOf } from '../routes.ts'

const KEY = 'continue-path'

/** Remembers where a person wanted to go before we asked who they are (spec 1 §2). */
export const rememberPath = (path: string): void => sessionStorage.setItem(KEY, path)

/** The remembered address, once, as an address of ours. */
export function takePath(): string {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return destinationOf(path)
}

const ALLOWED = [
  /^\/consultations(\/[\w-]+)?$/,
  /^\/orders(\/[\w-]+)?$/,
  /^\/products\/[\w-]+(\/(questions|summary))?$/,
  /^\/groups\/[\w-]+$/,
  /^\/clinician\/[\w-]+\/product\/[\w-]+$/,
  /^\/account(\/profile|\/about)?$/,
  /^\/checkout$/,
  /^\/support$/,
]

/**
 * Spec 1 §2 "Auth redirect logic" step 4. Only paths of ours, so that a forged link cannot send anybody elsewhere;
 * everything else is Home.
 */
export function destinationOf(path: string | null): string {
  const [address = '', query] = (path ?? '').split('?')
  const home = pathOf('home', {})
  if (!ALLOWED.some((pattern) => pattern.test(address))) return home
  if (address === '/account') return pathOf('profile')
  if (address === '/orders' || address === '/consultations/orders') return pathOf('consultations')
  return query ? `${address}?${query}` : address
}
