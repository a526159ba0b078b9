import { createCallTicket } from '@cuida/core/care/call/api.ts'
import { certificateStatement, type SigningKey } from '@cuida/core/care/call/certificate-signature.ts'
import { createDeskCallTicket } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { createGuestActions } from '../guest/test-guest.ts'
import { insertCall } from '../test-people.ts'
import { startSecondProcess } from '../test-second-process.ts'
import { callIdOf } from './call-store.ts'
import { isRelayed } from './ice/ice.ts'
import { TEST_FINGERPRINT } from './test-caller.ts'

const OTHER = TEST_FINGERPRINT.replace('0A', 'FF')
const context = await createTestContext()

/** Verifies the signature as a browser does. */
async function isSigned(signingKey: SigningKey, signature: string, text: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', signingKey, algorithm, false, ['verify'])
  return crypto.subtle.verify(algorithm, key, Buffer.from(signature, 'base64url'), new TextEncoder().encode(text))
}

async function bothTickets() {
  const { id, patient, clinician } = await insertCall(context)
  const [action] = await context.db`select id from consultation_action where consultation_id = ${id}
    and type = 'VIDEO_CALL_STARTED' order by id desc limit 1`
  const ana = (
    await context.sendCall(createCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token: patient.token })
  ).body
  const marta = (await context.sendCall(createDeskCallTicket, { id, fingerprint: OTHER }, { token: clinician.token }))
    .body
  return { id, callId: callIdOf(String(action?.id)), patient, ana, marta }
}

describe('the certificate signature beside the ticket [B2.30]', () => {
  test('the other side’s key verifies it for this call, this role and this certificate only', async () => {
    const { callId, ana, marta } = await bothTickets()
    const verify = (role: 'patient' | 'clinician', fingerprint: string, call = callId) =>
      isSigned(marta.signingKey, ana.signature, certificateStatement(call, { role }, fingerprint))
    expect(await verify('patient', TEST_FINGERPRINT)).toBe(true)
    expect(await verify('patient', OTHER)).toBe(false)
    expect(await verify('clinician', TEST_FINGERPRINT)).toBe(false)
    expect(await verify('patient', TEST_FINGERPRINT, (await bothTickets()).callId)).toBe(false)
  })

  test('another process signs with the same key', async () => {
    const { id, callId, patient, marta } = await bothTickets()
    const second = await startSecondProcess(context)
    const reply = await second.app.inject({
      method: 'POST',
      url: `/v1/consultations/${id}/call-ticket`,
      headers: { authorization: `Bearer ${patient.token}` },
      payload: { fingerprint: TEST_FINGERPRINT },
    })
    await second.close()
    const { signature } = reply.json()
    expect(
      await isSigned(marta.signingKey, signature, certificateStatement(callId, { role: 'patient' }, TEST_FINGERPRINT)),
    ).toBe(true)
  })

  test.each([
    ['missing', undefined],
    ['of a weaker hash', 'sha-1 AA:BB'],
    ['followed by text', `${TEST_FINGERPRINT} clinician`],
  ])('a fingerprint is refused when it is %s', async (_, fingerprint) => {
    const { id, patient } = await insertCall(context)
    const reply = await context.app.inject({
      method: 'POST',
      url: `/v1/consultations/${id}/call-ticket`,
      headers: { authorization: `Bearer ${patient.token}` },
      payload: { fingerprint },
    })
    expect([reply.statusCode, Object.keys(reply.json().fields ?? {})]).toEqual([400, ['fingerprint']])
  })
})

test('the signature of a removed guest does not verify for the next guest', async () => {
  const tools = createGuestActions(context)
  const call = await tools.invited()
  const guestId = async () => (await tools.guests(call)).find(({ state }) => state !== 'over')?.id
  const luis = await guestId()
  const callId = (await tools.read(call.secret)).body.callId ?? ''
  const { signature, signingKey } = (await tools.ticket(call.secret)).body
  await tools.remove(call, luis ?? '')
  await tools.invite(call)
  const verify = async (guest: string | undefined) =>
    isSigned(signingKey, signature, certificateStatement(callId, { role: 'guest', guestId: guest }, TEST_FINGERPRINT))
  expect(await verify(luis)).toBe(true)
  expect(await verify(await guestId())).toBe(false)
  expect(await verify(undefined)).toBe(false)
})

test.each([
  ['nobody', 'patient', false],
  ['patients', 'patient', true],
  ['patients', 'clinician', false],
  ['everyone', 'clinician', true],
] as const)('with TURN_RELAY=%s, relayOnly of the %s is %s', (TURN_RELAY, role, relayed) =>
  expect(isRelayed({ TURN_RELAY }, role)).toBe(relayed),
)
