import type { SignReason } from '@cuida/core/access/sign-reason.ts'
import { type Consent, mayMeasure, mayTrack } from '@cuida/core/brand/consent.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'
import { whenScreenChanges } from '../../kit/page-views.ts'
import { type RouteName, routes } from '../../routes.ts'

/** Spec 1 §2 "Auth redirect logic" step 5: exactly these, and nothing about anybody's health. */
export type NewAccount = Pick<Profile, 'email' | 'firstName' | 'lastName'> & { phone: string }

/** Where a partner's own build may tell of what happens. Every event has the fields that are named here, and no more. */
export interface Tracking {
  newAccount(account: NewAccount): void
  /** A screen by its name. Its address may say which care somebody looks for, so it is never told. */
  pageView(view: { screen: RouteName }): void
  signed(how: { reason: SignReason }): void
}

/** The product tells nobody: nothing is loaded, stored or sent (quality F10). */
const nobody: Tracking = { newAccount: () => {}, pageView: () => {}, signed: () => {} }
let tracking = nobody

export function provideTracking(given: Tracking): void {
  tracking = given
  whenScreenChanges((screen) => tellOfScreen(screen))
}

/** Tells of a new account, if the person has said yes to both questions. */
export function tellOfNewAccount(profile: Profile, consent: Consent = givenConsent()): void {
  if (!mayTrack(consent)) return
  const { email, firstName, lastName } = profile
  tracking.newAccount({ email, firstName, lastName, phone: profile.phone.number })
}

/** Which screens are seen, if the person has said yes to measuring (spec 1 §9: C0002). A name that is none is not told. */
export function tellOfScreen(screen: RouteName, consent: Consent = givenConsent()): void {
  if (mayMeasure(consent) && Object.hasOwn(routes, screen)) tracking.pageView({ screen })
}

export function tellOfSigning(reason: SignReason, consent: Consent = givenConsent()): void {
  if (mayMeasure(consent)) tracking.signed({ reason })
}

/** What was agreed to on this device; nothing, unless a partner's build asks. */
function givenConsent(): Consent {
  const given = JSON.parse(localStorage.getItem('consent') ?? 'null')
  const groups = Array.isArray(given?.groups) ? given.groups.filter((group: unknown) => typeof group === 'string') : []
  return { groups, marketing: given?.marketing === true }
}
