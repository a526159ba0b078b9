import { phoneExists, registerPhone } from '@cuida/core/access/api.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../kit/api.ts'
import { rememberStep } from './registration.ts'

// What Welcome asks of the server. Loaded when a person begins to type: declarations bring their schemas with them, and
// the first screen should not wait for those.
export { signInWithPassword } from './sign-in.ts'

/** undefined when nobody can say now: a spent budget must not keep an owner from their password. */
export async function hasAccount(phone: Phone): Promise<boolean | undefined> {
  return api(phoneExists, { phone }).then(
    (reply) => reply.phoneExists,
    () => undefined,
  )
}

/** Sends the code. False when the number got an account meanwhile (a second tab, an impatient tap). */
export async function startRegistration(phone: Phone): Promise<boolean> {
  try {
    const { accessToken } = await api(registerPhone, { phone })
    rememberStep({ at: 'verify', phone, token: accessToken })
    return true
  } catch (error) {
    if (refusedWith(registerPhone, error, 'PHONE_CONFLICT')) return false
    throw error
  }
}
