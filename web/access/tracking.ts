import { type Consent, mayTrack } from '@cuida/core/brand/consent.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'

/** Spec 1 §2 "Auth redirect logic" step 5: exactly these, and nothing about anybody's health. */
export type NewAccount = Pick<Profile, 'email' | 'firstName' | 'lastName'> & { phone: string }

/** Where a partner's own build may tell of a new account. */
export interface Tracking {
  newAccount(account: NewAccount): void
}

/** The product tells nobody: nothing is loaded, stored or sent (quality F10). */
const nobody: Tracking = { newAccount: () => {} }
let tracking = nobody

export function provideTracking(given: Tracking): void {
  tracking = given
}

/** Tells of a new account, if the person has said yes to both questions. */
export function tellOfNewAccount(profile: Profile, consent: Consent = givenConsent()): void {
  if (!mayTrack(consent)) return
  const { email, firstName, lastName } = profile
  tracking.newAccount({ email, firstName, lastName, phone: profile.phone.number })
}

/** What was agreed to on this device; nothing, unless a partner's build asks. */
function givenConsent(): Consent {
  const given = JSON.parse(localStorage.getItem('consent') ?? 'null')
  const groups = Array.isArray(given?.groups) ? given.groups.filter((group: unknown) => typeof group === 'string') : []
  return { groups, marketing: given?.marketing === true }
}
