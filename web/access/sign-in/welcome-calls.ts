import { registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { api } from '../../kit/api.ts'
import { withFieldProblems } from '../registration/field-problem.ts'
import { rememberStep } from '../registration/registration.ts'
import { requireToken } from '../session/require-token.ts'

// Welcome's API calls. Loaded when the person starts to type: declarations include their schemas, which the first
// screen should not wait for.
export { signInWithPassword } from './sign-in.ts'

let asking: { number: string; answer: Promise<boolean | undefined> } | undefined

/**
 * undefined when the server cannot say now: a spent rate limit must not keep an account holder from the password
 * field. Typing and submitting share one request, because look-ups are rate limited.
 */
export function hasAccount(phone: Phone): Promise<boolean | undefined> {
  if (asking?.number === phone.number) return asking.answer
  const answer = api(phoneExists, { phone })
    .then((response) => response.phoneExists)
    .catch(() => undefined)
    .finally(() => {
      if (asking?.number === phone.number) asking = undefined
    })
  asking = { number: phone.number, answer }
  return answer
}

/** Sends the code that verifies the phone. */
export async function startRegistration(phone: Phone): Promise<void> {
  const reply = await withFieldProblems({ PHONE_NOT_ALLOWED: 'phone' }, () => api(registerPhone, { phone }))
  const { accessToken } = requireToken(reply)
  rememberStep({ at: 'verify', phone, token: accessToken })
}
