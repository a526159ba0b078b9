/** The invited person of a company link, until registration (A3.10). */
export interface AnonymousUser {
  firstName: string
  lastName: string
  email: string
  companyName: string
  companySlug: string
  landingPageToken: string
}

const REFERRAL = 'referralSlug'
/** The referral's campaign, whose text is shown; for this tab, until registration. */
const CAMPAIGN = 'referralCampaign'
/** For this tab only: the name and the company token must not stay on a shared device. */
const USER = 'anonymousUser'
/** Where `landing-script.ts` stores the URL's token. */
export const LANDING_TOKEN = 'landingPageToken'

export function storeReferral(slug: string, campaignId: string): void {
  localStorage.setItem(REFERRAL, slug)
  sessionStorage.setItem(CAMPAIGN, campaignId)
}
export const storedCampaign = (): string | undefined => sessionStorage.getItem(CAMPAIGN) ?? undefined
export const storedReferral = (): string | undefined => localStorage.getItem(REFERRAL) ?? undefined
export function forgetReferral(): void {
  localStorage.removeItem(REFERRAL)
  sessionStorage.removeItem(CAMPAIGN)
}

export const storeLandingToken = (token: string): void => sessionStorage.setItem(LANDING_TOKEN, token)
export const landingToken = (): string | undefined => sessionStorage.getItem(LANDING_TOKEN) ?? undefined
export const forgetLandingToken = (): void => sessionStorage.removeItem(LANDING_TOKEN)

export const storeAnonymousUser = (user: AnonymousUser): void => sessionStorage.setItem(USER, JSON.stringify(user))
export function storedAnonymousUser(): AnonymousUser | undefined {
  const text = sessionStorage.getItem(USER)
  return text ? JSON.parse(text) : undefined
}

/** After joining, or declining for now. */
export function forgetCompany(): void {
  forgetLandingToken()
  sessionStorage.removeItem(USER)
}

/** After a registration and at every sign-out. */
export function forgetInvitations(): void {
  forgetReferral()
  forgetCompany()
}
