import { pathOf } from '../../routes.ts'
import { destinationOf, referralOf } from '../sign-in/continue-path.ts'
import { reasonOf } from '../sign-in/reasons.ts'

export interface RedirectArrival {
  /** The query of `/redirect`. */
  search: string
  /** The requested path, if any. */
  continuePath: string | null
  signedIn: boolean
}

/** A2.41: the target of `/redirect`. */
export function nextPath({ search, continuePath, signedIn }: RedirectArrival): string {
  const slug = referralOf(continuePath)
  if (slug) return `/referral/${slug}`
  if (signedIn) return destinationOf(continuePath)
  const reason = reasonOf(search)
  return pathOf('welcome', {}, reason && { reason })
}
