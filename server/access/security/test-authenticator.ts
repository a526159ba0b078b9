import { confirmAuthenticator, makeAuthenticatorSecret } from '@cuida/core/access/security/security-api.ts'
import { Secret, TOTP } from 'otpauth'
import type { World } from '../../testing/test-world.ts'
import { newSession, newSource, PASSWORD } from '../test-people.ts'

/** Switches an authenticator on through the API, as a patient does; `codeAt` is what their phone then shows. */
export async function enrol(world: World, accountId: string) {
  const { token } = await newSession(world, accountId)
  const offered = await world.tell(makeAuthenticatorSecret, { password: PASSWORD }, { token, from: newSource() })
  const { secret } = offered.body
  const codeAt = (seconds = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1_000 })
  const confirmed = await world.tell(confirmAuthenticator, { code: codeAt() }, { token })
  return { token, secret, codeAt, recoveryCodes: confirmed.body.recoveryCodes }
}
