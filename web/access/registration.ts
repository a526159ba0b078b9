import type { Phone } from '@cuida/core/kit/shapes.ts'

/** Where a person is between "here is my phone" and a session. Each token is good for one step only. */
export type Step =
  | { at: 'verify'; phone: Phone; token: string }
  | { at: 'profile'; phone: Phone; token: string }
  | { at: 'mfa'; maskedPhone: string; token: string }

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

export const forgetSteps = (): void => sessionStorage.removeItem(KEY)
