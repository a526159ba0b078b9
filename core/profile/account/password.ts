import { isCommonPassword } from './common-passwords.ts'

export const PASSWORD_MIN = 8
/** Allows long pass phrases; bounded because it is hashed (product 3.7). */
export const PASSWORD_MAX = 128
const CLASSES_NEEDED = 3

export type PasswordProblem = 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'TOO_SIMPLE' | 'TOO_COMMON'

/** How many of lower case, upper case, digits and other characters a password uses. */
export function characterClasses(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u].filter((kind) => kind.test(password)).length
}

/** A5.7: 8 characters and 3 of the 4 classes; product 3.7: at most 128, and no common password. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === '') return 'REQUIRED'
  if (password.length < PASSWORD_MIN) return 'TOO_SHORT'
  if (password.length > PASSWORD_MAX) return 'TOO_LONG'
  if (characterClasses(password) < CLASSES_NEEDED) return 'TOO_SIMPLE'
  return isCommonPassword(password) ? 'TOO_COMMON' : undefined
}

/** Password meter of the specification: 1 weak, 2 almost, 3 secure. Secure equals accepted. */
export function passwordStrength(password: string): 1 | 2 | 3 {
  const problem = passwordProblem(password)
  if (!problem) return 3
  const classes = characterClasses(password)
  const almost = problem === 'TOO_SIMPLE' ? classes === CLASSES_NEEDED - 1 : classes >= CLASSES_NEEDED
  return almost && problem !== 'TOO_COMMON' ? 2 : 1
}
