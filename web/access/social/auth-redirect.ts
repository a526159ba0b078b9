import { pathOf } from '../../routes.ts'
import { destinationOf, referralOf } from '../sign-in/continue-path.ts'
import { reasonOf } from '../sign-in/reasons.ts'

export interface Arrival {
  /** The query of `/redirect`. */
  search: string
  /** Where the person wanted to go, if anywhere. */
  continuePath: string | null
  signedIn: boolean
}

/** A2.41: where a person who is sent to `/redirect` goes on to. */
export function nextPath({ search, continuePath, signedIn }: Arrival): string {
  const slug = referralOf(continuePath)
  if (slug) return `/referral/${slug}`
  if (signedIn) return destinationOf(continuePath)
  const reason = reasonOf(search)
  return pathOf('welcome', {}, reason && { reason })
}
