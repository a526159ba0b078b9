import { confirmAuthenticator, makeAuthenticatorSecret } from '@cuida/core/access/security/security-api.ts'
import { Secret, TOTP } from 'otpauth'
import type { TestContext } from '../../testing/test-context.ts'
import { newClientAddress, newSession, PASSWORD } from '../test-people.ts'

/** Enables an authenticator through the API; `codeAt` returns the code of the patient's app. */
export async function enrolAuthenticator(context: TestContext, accountId: string) {
  const { token } = await newSession(context, accountId)
  const enrolment = await context.sendCall(
    makeAuthenticatorSecret,
    { password: PASSWORD },
    { token, from: newClientAddress() },
  )
  const { secret } = enrolment.body
  const codeAt = (seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1_000 })
  const confirmed = await context.sendCall(confirmAuthenticator, { code: codeAt() }, { token })
  return { token, secret, codeAt, recoveryCodes: confirmed.body.recoveryCodes }
}
