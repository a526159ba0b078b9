import type { Phone } from '@cuida/core/kit/shapes.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'

/** What an identity provider reports about a new person. */
export interface KnownIdentity {
  email: string | null
  firstName: string
  lastName: string
}

/** A registration with Google in progress. */
export interface SocialStep {
  at: 'social'
  token: string
  known: KnownIdentity
  /** The profile as filled in so far. */
  profile?: AccountProfile | undefined
  /** A verified phone. */
  proved?: { phone: Phone; token: string } | undefined
  /** Why registration was refused after the code. */
  problem?: string | undefined
}

/**
 * The step between "here is my phone" and a session. Each token is good for one step only. A person who follows a
 * link with a token (A2.16) types the phone again.
 */
export type Step =
  | { at: 'verify'; phone?: Phone | undefined; token: string }
  | { at: 'profile'; phone?: Phone | undefined; token: string }
  | SocialStep
  | { at: 'social-verify'; phone: Phone; token: string; social: SocialStep }
  | { at: 'mfa'; maskedPhone: string; token: string; factor: 'sms' | 'totp' }
  | { at: 'recovery'; phone: Phone; token: string }
  | { at: 'reset'; token: string }

const KEY = 'registration'

/** Kept for this tab only, so that a reload does not lose a code that was just typed. */
export function rememberStep(step: Step): void {
  sessionStorage.setItem(KEY, JSON.stringify(step))
}

export function currentStep<A extends Step['at']>(at: A): Extract<Step, { at: A }> | undefined {
  const text = sessionStorage.getItem(KEY)
  if (!text) return undefined
  const step: Step = JSON.parse(text)
  return step.at === at ? (step as Extract<Step, { at: A }>) : undefined
}

/** Stores a new Google token; a profile that the same person filled in before the previous token expired is kept. */
export function rememberSocial(token: string, known: KnownIdentity): void {
  const before = socialStep()
  const isSame = before !== undefined && before.known.email === known.email && known.email !== null
  rememberStep({ at: 'social', token, known, profile: isSame ? before.profile : undefined })
}

/** The registration with Google in progress, also while it waits for the phone's code. */
export const socialStep = (): SocialStep | undefined => currentStep('social') ?? currentStep('social-verify')?.social

/** The token in a URL segment: a leading @ is stripped (A2.23). */
export const tokenOfPath = (segment: string | undefined): string | undefined => segment?.replace(/^@/, '') || undefined

export const forgetSteps = (): void => sessionStorage.removeItem(KEY)
