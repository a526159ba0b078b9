import {
  agreeToGuest,
  createDeskGuestConnectionTicket,
  createGuestConnectionTicket,
  inviteGuest,
  inviteGuestAtDesk,
  listGuestsAtDesk,
  removeGuest,
  removeGuestAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { TEST_FINGERPRINT } from '../call/test-caller.ts'
import { insertCall, insertClinician, insertConsultation, insertPatient, joinBothSides } from '../test-people.ts'
import { COMPANION, createGuestActions, type InsertedCall } from './test-guest.ts'

const context = await createTestContext()
const tools = createGuestActions(context)

const record = ({ id, clinician }: InsertedCall, event: 'started' | 'ended' | 'completed') =>
  context.sendCall(recordCall, { id, medium: 'video', event }, { token: clinician.token })
const OVER = { status: 404, body: { code: 'GUEST_LINK_OVER' } }

describe('invitations by the patient [B2.30]', () => {
  test('the link shows who invites the guest, and nothing about anyone’s health', async () => {
    const call = await insertCall(context)
    const { id, secret } = await tools.invite(call)
    expect((await tools.read(secret)).body).toEqual({
      invitedBy: 'Ana',
      kind: 'companion',
      name: 'Luis',
      startTime: null,
      state: 'on',
      clinician: 'Dra. Marta Ruiz',
      patient: 'Ana',
      callId: expect.any(String),
    })
    expect(await tools.guests(call)).toEqual([
      { id, kind: 'companion', name: 'Luis', invitedBy: 'patient', state: 'invited', joinedAt: null, leftAt: null },
    ])
  })

  test('the secret of the link is not stored', async () => {
    const { secret } = await tools.invite(await insertCall(context))
    const rows = await context.db`select to_jsonb(g)::text as text from call_guest g`
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
  })

  test('two concurrent invitations create one; the next is possible when it is revoked', async () => {
    const call = await insertCall(context)
    const input = { id: call.id, ...COMPANION }
    const both = await Promise.all(
      [1, 2].map(() => context.sendCall(inviteGuest, input, { token: call.patient.token })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const [guest] = await tools.guests(call)
    await tools.remove(call, guest?.id ?? '')
    expect((await context.sendCall(inviteGuest, input, { token: call.patient.token })).status).toBe(201)
  })

  test('a guest can be invited to a booked video call, but not to an unpaid, finished or phone one', async () => {
    const may = async (status: 'QUEUED' | 'PENDING' | 'CLOSED', contactMethod: 'phone' | 'video') => {
      const { patientId, token } = await insertPatient(context)
      const id = await insertConsultation(context, { patientId, status, contactMethod })
      return (await context.sendCall(inviteGuest, { id, ...COMPANION }, { token })).status
    }
    expect(await may('QUEUED', 'video')).toBe(201)
    expect(await may('PENDING', 'video')).toBe(409)
    expect(await may('CLOSED', 'video')).toBe(409)
    expect(await may('QUEUED', 'phone')).toBe(409)
  })

  test('another account’s call returns CONSULTATION_NOT_FOUND', async () => {
    const { id } = await insertCall(context)
    const { token } = await insertPatient(context)
    expect(await context.sendCall(inviteGuest, { id, ...COMPANION }, { token })).toMatchObject({
      status: 404,
      body: { code: 'CONSULTATION_NOT_FOUND' },
    })
    expect(
      (await context.sendCall(createGuestConnectionTicket, { id, fingerprint: TEST_FINGERPRINT }, { token })).status,
    ).toBe(404)
  })

  test('a patient cannot remove another patient’s guest', async () => {
    const ownCall = await insertCall(context)
    const other = await tools.invited()
    const [otherGuest] = await tools.guests(other)
    const remove = await context.sendCall(
      removeGuest,
      { id: ownCall.id, guestId: otherGuest?.id ?? '' },
      { token: ownCall.patient.token },
    )
    expect(remove).toMatchObject({ status: 404, body: { code: 'GUEST_NOT_FOUND' } })
    expect((await tools.read(other.secret)).status).toBe(200)
  })
})

describe('invitations by the clinician', () => {
  const atDesk = ({ id, clinician }: InsertedCall) =>
    context.sendCall(inviteGuestAtDesk, { id, kind: 'interpreter', name: 'Sonia' }, { token: clinician.token })

  test('the link opens nothing before the patient’s consent', async () => {
    const call = await insertCall(context)
    const { id: guestId, secret } = (await atDesk(call)).body
    const before = (await tools.read(secret)).body
    expect(before).toMatchObject({ invitedBy: 'Dra. Marta Ruiz', state: 'asked', patient: null, callId: null })
    expect(await tools.ticket(secret)).toMatchObject({ status: 409, body: { code: 'NO_CALL' } })
    const agree = () => context.sendCall(agreeToGuest, { id: call.id, guestId }, { token: call.patient.token })
    expect([(await agree()).status, (await agree()).status]).toEqual([204, 204])
    expect((await tools.read(secret)).body.state).toBe('on')
    expect((await tools.ticket(secret)).status).toBe(201)
    const [row] = await context.db`select consented_by, consented_at from call_guest where id = ${guestId}`
    expect(row).toEqual({ consented_by: call.patient.accountId, consented_at: expect.any(Date) })
  })

  test('the patient declines, which ends the link', async () => {
    const call = await insertCall(context)
    const { id: guestId, secret } = (await atDesk(call)).body
    await tools.remove(call, guestId)
    expect(await tools.read(secret)).toMatchObject(OVER)
    const agree = await context.sendCall(agreeToGuest, { id: call.id, guestId }, { token: call.patient.token })
    expect(agree).toMatchObject({ status: 404, body: { code: 'GUEST_NOT_FOUND' } })
    expect(await tools.guests(call)).toEqual([])
  })

  test('removing a guest at the desk ends the patient’s consent in the ledger, once', async () => {
    const rows = (guestId: string) => context.db`
      select c.account_id, c.given, t.body::json -> 'section' -> 0 ->> 'content' as words
      from consent c join consent_text t on t.hash = c.text_hash where c.subject = ${guestId} order by c.seq`
    const call = await insertCall(context)
    const out = (guestId: string) =>
      context.sendCall(removeGuestAtDesk, { id: call.id, guestId }, { token: call.clinician.token })
    const { id: guestId } = (await atDesk(call)).body
    await context.sendCall(agreeToGuest, { id: call.id, guestId }, { token: call.patient.token })
    expect([(await out(guestId)).status, (await out(guestId)).status]).toEqual([204, 204])
    expect(await rows(guestId)).toMatchObject([
      { account_id: call.patient.accountId, given: true },
      { account_id: call.patient.accountId, given: false, words: expect.stringMatching(/cancelled this invitation/) },
    ])
    // A guest without consent leaves no entry.
    const { id: requestedGuestId } = (await atDesk(call)).body
    await out(requestedGuestId)
    expect(await rows(requestedGuestId)).toEqual([])
  })

  test('another account cannot consent for the patient', async () => {
    const call = await insertCall(context)
    const { id: guestId } = (await atDesk(call)).body
    const { token } = await insertPatient(context)
    expect((await context.sendCall(agreeToGuest, { id: call.id, guestId }, { token })).status).toBe(404)
  })

  test('only the holder of the consultation invites and removes guests, and both are audited', async () => {
    const call = await insertCall(context)
    const elsewhere = await insertClinician(context)
    const other = { ...call, clinician: elsewhere }
    expect((await atDesk(other)).body.code).toBe('NOT_YOURS')
    const { id: guestId } = (await atDesk(call)).body
    const remove = (otherCall: InsertedCall) =>
      context.sendCall(removeGuestAtDesk, { id: call.id, guestId }, { token: otherCall.clinician.token })
    expect((await remove(other)).body).toMatchObject({ code: 'NOT_YOURS' })
    expect([(await remove(call)).status, (await remove(call)).status]).toEqual([204, 204])
    const actions = await context.db`
      select act, detail::json as detail from audit
      where staff_id = ${call.clinician.staffId} and act like '%-guest' order by seq`
    expect([...actions]).toEqual([
      { act: 'invite-guest', detail: { consultation: call.id, guest: guestId, kind: expect.any(String) } },
      { act: 'remove-guest', detail: { consultation: call.id, guest: guestId } },
    ])
    const strange = await insertClinician(context, { products: [] })
    const list = await context.sendCall(listGuestsAtDesk, { id: call.id }, { token: strange.token })
    expect(list).toMatchObject({ status: 404, body: { code: 'CONSULTATION_NOT_FOUND' } })
  })
})

describe('a guest’s link', () => {
  test('unknown, revoked and finished links all return the same refusal', async () => {
    expect(await tools.read('A'.repeat(43))).toMatchObject(OVER)
    expect(await tools.ticket('A'.repeat(43))).toMatchObject(OVER)
    const revoked = await tools.invited()
    const over = await tools.invited()
    const [guest] = await tools.guests(revoked)
    await tools.remove(revoked, guest?.id ?? '')
    await joinBothSides(context, over.id)
    await record(over, 'completed')
    for (const { secret } of [revoked, over]) {
      expect(await tools.read(secret)).toMatchObject(OVER)
      expect(await tools.ticket(secret)).toMatchObject(OVER)
    }
  })

  test('the link opens 15 minutes before the start and then waits for the clinician', async () => {
    const patient = await insertPatient(context)
    const clinician = await insertClinician(context)
    const { clinicianId } = clinician
    const booked = { patientId: patient.patientId, booked: { clinicianId, inMinutes: 16 } }
    const id = await insertConsultation(context, booked)
    const { secret } = await tools.invite({ id, patient, clinician })
    expect((await tools.read(secret)).body).toMatchObject({ state: 'early', startTime: expect.any(String) })
    await context.db`update consultation set starts_at = starts_at - interval '2 minutes',
      ends_at = ends_at - interval '2 minutes' where id = ${id}`
    expect((await tools.read(secret)).body.state).toBe('waiting')
    expect(await tools.ticket(secret)).toMatchObject({ status: 409, body: { code: 'NO_CALL' } })
    await context.sendCall(takeConsultation, { id }, { token: clinician.token })
    await record({ id, patient, clinician }, 'started')
    expect((await tools.read(secret)).body.state).toBe('on')
  })

  test('the link waits while the call is by phone', async () => {
    const call = await tools.invited()
    await context.sendCall(
      recordCall,
      { id: call.id, medium: 'phone', event: 'started' },
      { token: call.clinician.token },
    )
    expect((await tools.read(call.secret)).body.state).toBe('waiting')
    expect((await tools.ticket(call.secret)).status).toBe(409)
  })

  test('guessing links hits a rate limit', async () => {
    let last = await tools.read('B'.repeat(43))
    for (let tries = 0; tries < 160 && last.status !== 429; tries++) last = await tools.read('B'.repeat(43))
    expect(last).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(last.headers?.['retry-after'])).toBeGreaterThan(0)
    await context.db`delete from rate_count`
  })
})

test('without an active invitation nobody gets a ticket for a guest connection', async () => {
  const { id, patient, clinician } = await insertCall(context)
  const certificate = { id, fingerprint: TEST_FINGERPRINT }
  expect((await context.sendCall(createGuestConnectionTicket, certificate, { token: patient.token })).body.code).toBe(
    'NO_CALL',
  )
  expect(
    (await context.sendCall(createDeskGuestConnectionTicket, certificate, { token: clinician.token })).body.code,
  ).toBe('NO_CALL')
  expect(
    (
      await context.sendCall(createDeskGuestConnectionTicket, certificate, {
        token: (await insertClinician(context)).token,
      })
    ).body,
  ).toMatchObject({ code: 'NOT_YOURS' })
})
