/** Spec 1 §9: the group of cookies (performance) whose consent tracking needs. */
export const TRACKING_GROUP = 'C0002'

/** What a person has said yes to, on this device. */
export interface Consent {
  /** Groups of cookies, such as `C0002`. */
  groups: readonly string[]
  /** Asked on its own, never together with the cookies. */
  marketing: boolean
}

/** Whether it may be counted which screens are seen, without a word on who sees them. */
export const mayMeasure = ({ groups }: Consent): boolean => groups.includes(TRACKING_GROUP)

/**
 * Whether what a person does, or who they are, may be told to anybody for marketing. It takes two yeses, because of what
 * this is about: that somebody has an account at a clinic is health data already.
 */
export const mayTrack = (consent: Consent): boolean => consent.marketing && mayMeasure(consent)
