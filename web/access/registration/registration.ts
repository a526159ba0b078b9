import type { Phone } from '@cuida/core/kit/shapes.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'

/** What a provider of identities told of somebody who is new here. */
export interface Known {
  email: string | null
  firstName: string
  lastName: string
}

/** On the way to an account that Google opens. */
export interface SocialStep {
  at: 'social'
  token: string
  known: Known
  /** What was filled in already. */
  profile?: AccountProfile | undefined
  /** A phone whose code was right. */
  proved?: { phone: Phone; token: string } | undefined
  /** Why the account was refused after the code. */
  problem?: string | undefined
}

/**
 * Where a person is between "here is my phone" and a session. Each token is good for one step only. Who comes by a link
 * with a token in it (A2.16) says the phone again.
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

/** Kept for this tab only, so that a reload does not cost the code that was just typed. */
export function rememberStep(step: Step): void {
  sessionStorage.setItem(KEY, JSON.stringify(step))
}

export function currentStep<A extends Step['at']>(at: A): Extract<Step, { at: A }> | undefined {
  const text = sessionStorage.getItem(KEY)
  if (!text) return undefined
  const step: Step = JSON.parse(text)
  return step.at === at ? (step as Extract<Step, { at: A }>) : undefined
}

/** Google's word, fresh; what the same person filled in before its last word ran out is kept. */
export function rememberSocial(token: string, known: Known): void {
  const before = socialStep()
  const isSame = before !== undefined && before.known.email === known.email && known.email !== null
  rememberStep({ at: 'social', token, known, profile: isSame ? before.profile : undefined })
}

/** The social registration that is under way, also while its code is awaited. */
export const socialStep = (): SocialStep | undefined => currentStep('social') ?? currentStep('social-verify')?.social

/** The token that an address brings: a leading @ is stripped (A2.23). */
export const tokenOfPath = (segment: string | undefined): string | undefined => segment?.replace(/^@/, '') || undefined

export const forgetSteps = (): void => sessionStorage.removeItem(KEY)
