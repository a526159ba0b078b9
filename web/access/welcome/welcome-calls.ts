import { registerPhone } from '@cuida/core/access/api.ts'
import { lookUpPuzzle, phoneExists } from '@cuida/core/access/look-up-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { onFields } from '../registration/field-problem.ts'
import { rememberStep } from '../registration/registration.ts'

// What Welcome asks of the server. Loaded when a person begins to type: declarations bring their schemas with them, and
// the first screen should not wait for those.
export { signInWithPassword } from '../session/sign-in.ts'

/** undefined when nobody can say now: a spent budget must not keep an owner from their password. */
export async function hasAccount(phone: Phone): Promise<boolean | undefined> {
  try {
    return await ask(phone)
  } catch {
    return undefined
  }
}

/** The first numbers of a page are free; a puzzle pays for more, and takes this device a moment. */
async function ask(phone: Phone): Promise<boolean> {
  try {
    return (await api(phoneExists, { phone })).phoneExists
  } catch (failure) {
    if (!refusedWith(phoneExists, failure, 'RATE_LIMITED')) throw failure
    const [puzzle, { solvePuzzle }] = await Promise.all([api(lookUpPuzzle), import('./solve-puzzle.ts')])
    const proof = await solvePuzzle(puzzle, phone.number)
    return (await api(phoneExists, { phone, proof })).phoneExists
  }
}

/** Sends the code that proves the phone. */
export async function startRegistration(phone: Phone): Promise<void> {
  const { accessToken } = await onFields({ PHONE_NOT_ALLOWED: 'phone' }, () => api(registerPhone, { phone }))
  rememberStep({ at: 'verify', phone, token: accessToken })
}
