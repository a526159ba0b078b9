import {
  type Assertion,
  signInStaffWithPasskey,
  startDeskPasskey,
  startPasskey,
  startPasskeySignIn,
  startStaffPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { makeAuthenticatorSecret, removeAuthenticator } from '@cuida/core/access/security/security-api.ts'
import { exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertManager, tokenOf } from '../people/test-managers.ts'
import { enrolAuthenticator } from '../security/test-authenticator.ts'
import { newClientAddress, PASSWORD } from '../test-people.ts'
import { ageSignIn, enrolPasskey, newPatientWithPasskey } from './test-passkey.ts'
import type { Authenticator } from './test-software-authenticator.ts'

const context = await createTestContext()
const REFUSED = { status: 400, body: { code: 'PASSKEY_REFUSED' } }

describe('a passkey confirms a change instead of the password', () => {
  const answer = async (authenticator: Authenticator) =>
    authenticator.get((await context.sendCall(startPasskeySignIn, {}, { from: newClientAddress() })).body)

  test.each<
    [string, (passkey: Assertion, token: string, patientId: string) => Promise<{ status: number; body: object }>]
  >([
    ['another passkey', (passkey, token) => context.sendCall(startPasskey, { passkey }, { token })],
    ['an authenticator', (passkey, token) => context.sendCall(makeAuthenticatorSecret, { passkey }, { token })],
    ['a copy of all data', (passkey, token, id) => context.sendCall(exportPatient, { id, passkey }, { token })],
  ])('for %s: the owner’s, once, and nobody else’s', async (_, change) => {
    const { accountId, patientId, token, authenticator } = await newPatientWithPasskey(context)
    await ageSignIn(context, 'account_id', accountId)
    expect(
      await change(await answer((await newPatientWithPasskey(context)).authenticator), token, patientId),
    ).toMatchObject(REFUSED)
    const passkey = await answer(authenticator)
    expect((await change(passkey, token, patientId)).status).toBe(200)
    expect(await change(passkey, token, patientId)).toMatchObject(REFUSED)
  })

  test('it replaces the code of an authenticator too', async () => {
    const { accountId, token, authenticator } = await newPatientWithPasskey(context)
    await enrolAuthenticator(context, accountId)
    const withoutCode = await context.sendCall(removeAuthenticator, { password: PASSWORD }, { token })
    expect(withoutCode).toMatchObject({ status: 400, body: { fields: { code: 'REQUIRED' } } })
    const passkey = await answer(authenticator)
    expect(await context.sendCall(removeAuthenticator, { passkey }, { token })).toMatchObject({ status: 204 })
  })
})

describe('staff', () => {
  test('some minutes after the sign-in, a passkey confirms a change, and another member’s does not', async () => {
    const staff = await insertManager(context)
    const { token } = tokenOf(staff)
    const { authenticator } = await enrolPasskey(context, token, 'desk')
    const { authenticator: foreign } = await enrolPasskey(context, tokenOf(await insertManager(context)).token, 'desk')
    await ageSignIn(context, 'staff_id', staff.staffId)
    const start = async (one: Authenticator) => {
      const options = await context.sendCall(startStaffPasskeySignIn, {}, { from: newClientAddress() })
      return context.sendCall(startDeskPasskey, { passkey: one.get(options.body) }, { token })
    }
    expect(await start(foreign)).toMatchObject(REFUSED)
    expect((await start(authenticator)).status).toBe(200)
  })

  test('who signs in again may use the own passkeys only', async () => {
    const staff = await insertManager(context)
    const { authenticator } = await enrolPasskey(context, tokenOf(staff).token, 'desk')
    const again = async (staffId: string) => {
      const from = newClientAddress()
      const options = await context.sendCall(startStaffPasskeySignIn, {}, { from })
      const input = { credential: authenticator.get(options.body), staffId }
      return context.sendCall(signInStaffWithPasskey, input, { from })
    }
    expect(await again((await insertManager(context)).staffId)).toMatchObject(REFUSED)
    expect((await again(staff.staffId)).status).toBe(200)
  })
})
