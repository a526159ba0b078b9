import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { keptAnonymousUser, keptReferral } from '../../invite/kept.ts'

/** What a registration says of whoever sent the person here: a friend's referral, their company's link. */
export function withInvitations(profile: AccountProfile): { profile: AccountProfile; referralSlug?: string } {
  const user = keptAnonymousUser()
  const referralSlug = keptReferral()
  const company = user ? { b2bCompanySlug: user.companySlug, b2bToken: user.landingPageToken } : {}
  return { profile: { ...profile, ...company }, ...(referralSlug ? { referralSlug } : {}) }
}
