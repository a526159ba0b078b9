import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { keptAnonymousUser, keptReferral } from '../../invite/kept.ts'

/** Adds a friend's referral and the company link to a registration. */
export function withInvitations(profile: AccountProfile): { profile: AccountProfile; referralSlug?: string } {
  const user = keptAnonymousUser()
  const referralSlug = keptReferral()
  const company = user ? { b2bCompanySlug: user.companySlug, b2bToken: user.landingPageToken } : {}
  return { profile: { ...profile, ...company }, ...(referralSlug ? { referralSlug } : {}) }
}
