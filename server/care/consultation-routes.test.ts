import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import {
  closeConsultation,
  getDeskConsultation,
  recordCall,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { describe, expect, test } from 'vitest'
import type { TestContext } from '../testing/test-context.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { TEST_FINGERPRINT } from './call/test-caller.ts'
import { insertCall, insertClinician, insertConsultation, insertPatient, joinBothSides } from './test-people.ts'

const context = await createTestContext()
const ana = await insertPatient(context)
const marta = await insertClinician(context)

const list = (query: object = {}, patient = ana) =>
  context.sendCall(listConsultations, { patientId: ana.patientId, ...query }, { token: patient.token })
const detail = (id: string, patient = ana, patientId = patient.patientId) =>
  context.sendCall(getConsultation, { patientId, id }, { token: patient.token })

describe('the list [B1.7]', () => {
  test('another account’s patient returns PATIENT_NOT_FOUND, in the list and the detail [B7.19]', async () => {
    const luis = await insertPatient(context)
    const id = await insertConsultation(context, { patientId: ana.patientId, status: 'CANCELLED' })
    const answers = [await list({}, luis), await detail(id, luis, ana.patientId)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'PATIENT_NOT_FOUND'],
      [404, 'PATIENT_NOT_FOUND'],
    ])
    const own = await detail(id, luis)
    expect([own.status, own.body.code]).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })

  test('the holder sees a dependant’s consultations until the dependant is of age [B6.5]', async () => {
    const { db } = context
    const [child] = await db`
      insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
      values (${ana.patientId}, 'Leo', 'García', (now() - interval '9 years')::date, 'Male') returning id`
    const id = await insertConsultation(context, { patientId: child?.id, status: 'CANCELLED' })
    const ofChild = () => context.sendCall(getConsultation, { patientId: child?.id, id }, { token: ana.token })
    expect((await ofChild()).body.patient.firstName).toBe('Leo')
    await db`update patient set date_of_birth = '2000-01-01' where id = ${child?.id}`
    context.services.cache.forget(`account:${ana.accountId}`)
    expect((await ofChild()).body.code).toBe('PATIENT_NOT_FOUND')
  })

  test('the list filters by status and type, sorts and paginates [B2.20] [B7.18]', async () => {
    const eva = await insertPatient(context)
    const result = (query: object) =>
      context.sendCall(listConsultations, { patientId: eva.patientId, ...query }, { token: eva.token })
    const ids: string[] = []
    for (const status of ['CANCELLED', 'CANCELLED', 'EXPIRED'] as const)
      ids.push(await insertConsultation(context, { patientId: eva.patientId, status }))
    const booked = { clinicianId: marta.clinicianId, inMinutes: 60 }
    ids.push(await insertConsultation(context, { patientId: eva.patientId, booked }))
    const idsOf = async (query: object) => (await result(query)).body.items.map(({ id }: { id: string }) => id)
    const [a, b, c, d] = ids
    expect(await idsOf({})).toEqual([d, c, b, a])
    expect(await idsOf({ sortBy: 'createdAt:asc', status: 'CANCELLED' })).toEqual([a, b])
    expect(await idsOf({ status: ['EXPIRED', 'QUEUED'] })).toEqual([d, c])
    expect(await idsOf({ type: 'scheduled' })).toEqual([d])
    expect((await result({ fields: 'status', sortBy: 'createdAt:asc', pageSize: '1' })).body.items).toEqual([
      { id: a, status: 'CANCELLED' },
    ])
    const unknown = await result({ fields: 'status,videoCallId' })
    expect([unknown.status, unknown.body.fields]).toEqual([400, { fields: 'INVALID' }])
    expect((await idsOf({ sortBy: 'startTime:desc' }))[0]).toBe(d)
    expect(await idsOf({ page: '2', pageSize: '3', sortBy: 'createdAt:asc' })).toEqual([d])
    const beyond = (await result({ page: '9', pageSize: '3' })).body
    expect([beyond.items, beyond.total, beyond.page, beyond.pageSize]).toEqual([[], 4, 9, 3])
  })

  test.each([{ status: 'LOST' }, { sortBy: 'name' }, { page: '0' }, { pageSize: '101' }, { type: 'visit' }])(
    'an invalid query is refused: %o',
    async (query) => expect((await list(query)).status).toBe(400),
  )
})

describe('the detail', () => {
  test('a patient who waits on demand reads their position and expected wait [B4.13]', async () => {
    const eva = await insertPatient(context)
    const luis = await insertPatient(context)
    const first = await insertConsultation(context, { patientId: eva.patientId, productId: 'wait' })
    const second = await insertConsultation(context, { patientId: luis.patientId, productId: 'wait' })
    const before = (await detail(first, eva)).body
    const after = (await detail(second, luis)).body
    expect(after.position).toBe(Number(before.position) + 1)
    expect(before.expectedWait).toBeNull()
    await insertClinician(context, { products: ['wait'] })
    context.services.cache.forget(`consultation:${first}`)
    const { position, expectedWait } = (await detail(first, eva)).body
    expect([position, expectedWait]).toEqual([1, { from: 0, to: 5 }])
  })

  test('clinicians who left do not shorten the wait', async () => {
    const eva = await insertPatient(context)
    const id = await insertConsultation(context, { patientId: eva.patientId, productId: 'away' })
    const { sessionId } = await insertClinician(context, { products: ['away'] })
    expect((await detail(id, eva)).body.expectedWait).not.toBeNull()
    await context.db`update session set last_seen_at = now() - interval '301 seconds' where id = ${sessionId}`
    context.services.cache.forget(`consultation:${id}`)
    expect((await detail(id, eva)).body.expectedWait).toBeNull()
  })

  test('a patient with an appointment has no position in the queue', async () => {
    const booked = { clinicianId: marta.clinicianId, inMinutes: 120 }
    const id = await insertConsultation(context, { patientId: ana.patientId, booked })
    const { body } = await detail(id)
    expect(body).toMatchObject({ type: 'scheduled', position: null, expectedWait: null, callState: 'none' })
    expect(body.clinician).toMatchObject({ name: 'Dra. Marta Ruiz', specialty: 'Nutrition' })
    const inSpanish = await context.sendCall(
      getConsultation,
      { patientId: ana.patientId, id },
      { token: ana.token, headers: { 'x-locale': 'es-ES' } },
    )
    expect(inSpanish.body.clinician?.specialty).toBe('Nutrición')
  })

  test('the call rings, and afterwards the notes are there [B3.3]', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const ringing = (await detail(id, patient)).body
    expect(ringing).toMatchObject({ status: 'ACTIVE', callState: 'ringing', missedCalls: 0, notes: [] })
    expect(ringing.videoCallId).toMatch(/^[0-9a-f-]{36}$/)
    expect(ringing.maskedPhone).toMatch(/^\+34 6.*•.*\d\d$/)
    expect(ringing.actions.map(({ type, user }) => `${type} ${user.role}`)).toEqual([
      'QUEUED SYSTEM',
      'ASSIGNED CLINICIAN',
      'VIDEO_CALL_STARTED CLINICIAN',
    ])
    await joinBothSides(context, id)
    await context.sendCall(recordCall, { id, medium: 'video', event: 'completed' }, { token: clinician.token })
    await context.sendCall(
      closeConsultation,
      { id, text: 'Sleep more.', outcome: 'completed' },
      { token: clinician.token },
    )
    await waitForEvents()
    const closed = (await detail(id, patient)).body
    expect(closed).toMatchObject({ status: 'CLOSED', callState: 'none', videoCallId: null, position: null })
    expect(closed.notes).toMatchObject([{ text: 'Sleep more.', author: 'Dra. Marta Ruiz' }])
  })

  test('the expected wait follows the real duration of recent consultations', async () => {
    const eva = await insertPatient(context)
    for (let n = 0; n < 7; n++) {
      const done = await insertConsultation(context, { patientId: eva.patientId, status: 'CLOSED', actions: [] })
      await context.db`
        insert into consultation_action (consultation_id, type, role, at) values
          (${done}, 'ASSIGNED', 'SYSTEM', now() - interval '41 minutes'), (${done}, 'CLOSED', 'SYSTEM', now() - interval '1 minute')`
    }
    await insertClinician(context, { products: ['long'] })
    const id = await insertConsultation(context, { patientId: eva.patientId, productId: 'long' })
    const { patientId } = await insertPatient(context)
    const before = await insertConsultation(context, { patientId, productId: 'long' })
    await context.db`update consultation set queued_at = queued_at - interval '1 minute' where id = ${before}`
    const { body } = await detail(id, eva)
    expect([body.position, body.expectedWait]).toEqual([2, { from: 30, to: 50 }])
  })

  test('a phone call shows as ringing', async () => {
    const { id, patient } = await insertCall(context, 'phone')
    expect((await detail(id, patient)).body).toMatchObject({ callState: 'ringing', videoCallId: null })
  })
})

describe('polling', () => {
  test('an unchanged reply needs no query; a change is visible at once [B4.31]', async () => {
    const eva = await insertPatient(context)
    const id = await insertConsultation(context, { patientId: eva.patientId })
    const query = { patientId: eva.patientId }
    const known = (etag: unknown) => ({ token: eva.token, headers: { 'if-none-match': String(etag) } })
    const firstQueries = queriesOf(context)
    const listed = (await context.sendCall(listConsultations, query, { token: eva.token })).headers.etag
    const detailed = (await detail(id, eva)).headers.etag
    expect(firstQueries().length).toBeGreaterThan(4)
    const queries = queriesOf(context)
    const list = await context.sendCall(listConsultations, query, known(listed))
    const one = await context.sendCall(getConsultation, { ...query, id }, known(detailed))
    expect([list.status, one.status, queries()]).toEqual([304, 304, []])
    await context.sendCall(takeConsultation, { id }, { token: marta.token })
    await waitForEvents()
    const changed = await context.sendCall(getConsultation, { ...query, id }, known(detailed))
    expect([changed.status, changed.body.status, changed.body.patientStatus]).toEqual([200, 'ACTIVE', 'ACTIVE'])
  })
})

describe('the patient’s call', () => {
  const ticket = (id: string, { token }: { token: string }) =>
    context.sendCall(createCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token })
  const decline = (id: string, { token }: { token: string }) => context.sendCall(declineCall, { id }, { token })

  test('a ticket lives for a minute', async () => {
    const { id, patient } = await insertCall(context)
    const { status, body } = await ticket(id, patient)
    const remainingMs = new Date(body.expiresAt).getTime() - Date.now()
    expect([status, body.ticket.length >= 43, body.iceServers]).toEqual([201, true, []])
    expect(remainingMs).toBeGreaterThan(55_000)
    expect(remainingMs).toBeLessThanOrEqual(61_000)
  })

  test('without a video call a patient gets no ticket, and without a call there is nothing to decline', async () => {
    const waiting = await insertPatient(context)
    const id = await insertConsultation(context, { patientId: waiting.patientId })
    const byPhone = await insertCall(context, 'phone')
    const answers = [await ticket(id, waiting), await decline(id, waiting), await ticket(byPhone.id, byPhone.patient)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'NO_CALL']))
  })

  test('another account’s call is not found, and staff tokens are refused', async () => {
    const { id, clinician } = await insertCall(context)
    const stranger = await insertPatient(context)
    const answers = [await ticket(id, stranger), await decline(id, stranger)]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([404, 'CONSULTATION_NOT_FOUND']),
    )
    expect((await ticket(id, clinician)).status).toBe(401)
  })

  test('declining reaches the desk, does not count as missed, and the patient can still join', async () => {
    const { id, patient, clinician } = await insertCall(context)
    expect((await decline(id, patient)).status).toBe(204)
    await waitForEvents()
    const desk = (await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).body
    expect([desk.callDeclined, desk.callState, desk.missedCalls]).toEqual([true, 'ringing', 0])
    const ownDetail = (await detail(id, patient)).body
    expect([ownDetail.callState, ownDetail.missedCalls, ownDetail.videoCallId !== null]).toEqual(['none', 0, true])
    expect((await ticket(id, patient)).status).toBe(201)
  })

  test('a declined call does not silence the next one', async () => {
    const { id, patient, clinician } = await insertCall(context)
    await decline(id, patient)
    const sendCall = (event: 'ended' | 'started') =>
      context.sendCall(recordCall, { id, medium: 'video', event }, { token: clinician.token })
    await sendCall('ended')
    await sendCall('started')
    await waitForEvents()
    expect((await detail(id, patient)).body.callState).toBe('ringing')
  })
})

/** Collects the statements that this process sends from now on, without the heartbeat. */
function queriesOf({ db: { options } }: TestContext): () => string[] {
  const queries: string[] = []
  options.debug = (_, query) => {
    if (!query.includes('pg_notify')) queries.push(query)
  }
  return () => {
    options.debug = false
    return queries
  }
}
/** Time for a database notification to arrive. */
const waitForEvents = () => new Promise((resolve) => setTimeout(resolve, 100))
