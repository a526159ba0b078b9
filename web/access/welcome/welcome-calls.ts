import { registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/look-up-api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { api } from '../../kit/api.ts'
import { onFields } from '../registration/field-problem.ts'
import { rememberStep } from '../registration/registration.ts'

// What Welcome asks of the server. Loaded when a person begins to type: declarations bring their schemas with them, and
// the first screen should not wait for those.
export { signInWithPassword } from '../session/sign-in.ts'

/** undefined when nobody can say now: a spent budget must not keep an owner from their password. */
export async function hasAccount(phone: Phone): Promise<boolean | undefined> {
  try {
    return (await api(phoneExists, { phone })).phoneExists
  } catch {
    return undefined
  }
}

/** Sends the code that proves the phone. */
export async function startRegistration(phone: Phone): Promise<void> {
  const { accessToken } = await onFields({ PHONE_NOT_ALLOWED: 'phone' }, () => api(registerPhone, { phone }))
  rememberStep({ at: 'verify', phone, token: accessToken })
}
