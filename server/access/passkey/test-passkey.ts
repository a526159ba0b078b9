import {
  addDeskPasskey,
  addPasskey,
  signInStaffWithPasskey,
  signInWithPasskey,
  startDeskPasskey,
  startPasskey,
  startPasskeySignIn,
  startStaffPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { newClientAddress, newPatient, newSession } from '../test-people.ts'
import { type Authenticator, createAuthenticator, type Forgery } from './test-software-authenticator.ts'

/** Registers a passkey through the API, on a session that has just begun. */
export async function enrolPasskey(context: TestContext, token: string, audience: 'patient' | 'desk' = 'patient') {
  const isPatient = audience === 'patient'
  const authenticator = createAuthenticator({
    origin: new URL(isPatient ? context.services.env.PUBLIC_URL : context.services.env.DESK_URL).origin,
  })
  const from = newClientAddress()
  const options = await context.sendCall(isPatient ? startPasskey : startDeskPasskey, {}, { token, from })
  const credential = authenticator.create(options.body)
  const added = await context.sendCall(isPatient ? addPasskey : addDeskPasskey, { credential }, { token, from })
  return { authenticator, id: String(added.body.id), added, options: options.body }
}

export async function enterWithPasskey(
  context: TestContext,
  authenticator: Authenticator,
  forgery: Forgery = {},
  { audience = 'patient', from = newClientAddress() }: { audience?: 'patient' | 'desk'; from?: string } = {},
) {
  const isPatient = audience === 'patient'
  const options = await context.sendCall(isPatient ? startPasskeySignIn : startStaffPasskeySignIn, {}, { from })
  const credential = authenticator.get(options.body, forgery)
  return context.sendCall(isPatient ? signInWithPasskey : signInStaffWithPasskey, { credential }, { from })
}

/** A signed-in patient with a passkey. */
export async function newPatientWithPasskey(context: TestContext) {
  const patient = await newPatient(context)
  const { token } = await newSession(context, patient.accountId)
  return { ...patient, token, ...(await enrolPasskey(context, token)) }
}

/** The sign-in of this account or member of staff is then too long ago to be a proof. */
export const ageSignIn = (context: TestContext, column: 'account_id' | 'staff_id', id: string) =>
  context.db`
    update session set created_at = created_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
    where ${context.db(column)} = ${id}`
