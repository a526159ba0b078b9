import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { storedAnonymousUser, storedReferral } from '../../invite/invitation-store.ts'

/** Adds a friend's referral and the company link to a registration. */
export function withInvitations(profile: AccountProfile): { profile: AccountProfile; referralSlug?: string } {
  const user = storedAnonymousUser()
  const referralSlug = storedReferral()
  const company = user ? { b2bCompanySlug: user.companySlug, b2bToken: user.landingPageToken } : {}
  return { profile: { ...profile, ...company }, ...(referralSlug ? { referralSlug } : {}) }
}
