import { registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { api } from '../../kit/api.ts'
import { onFields } from '../registration/field-problem.ts'
import { rememberStep } from '../registration/registration.ts'
import { requireToken } from '../session/require-token.ts'

// What Welcome asks of the server. Loaded when a person begins to type: declarations bring their schemas with them, and
// the first screen should not wait for those.
export { signInWithPassword } from './sign-in.ts'

let asking: { number: string; answer: Promise<boolean | undefined> } | undefined

/**
 * undefined when nobody can say now: a spent rate limit must not keep an owner from their password. Typing and sending the
 * form may both want to know: that is one question, as these are counted.
 */
export function hasAccount(phone: Phone): Promise<boolean | undefined> {
  if (asking?.number === phone.number) return asking.answer
  const answer = api(phoneExists, { phone })
    .then((told) => told.phoneExists)
    .catch(() => undefined)
    .finally(() => {
      if (asking?.number === phone.number) asking = undefined
    })
  asking = { number: phone.number, answer }
  return answer
}

/** Sends the code that proves the phone. */
export async function startRegistration(phone: Phone): Promise<void> {
  const reply = await onFields({ PHONE_NOT_ALLOWED: 'phone' }, () => api(registerPhone, { phone }))
  const { accessToken } = requireToken(reply)
  rememberStep({ at: 'verify', phone, token: accessToken })
}
