import {
  closeConsultation,
  createDeskCallTicket,
  getDeskConsultation,
  getQueue,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { TEST_FINGERPRINT } from '../call/test-caller.ts'
import {
  insertCall,
  insertClinician,
  insertConsultation,
  insertPatient,
  joinBothSides,
  readConsultationState,
} from '../test-people.ts'

const context = await createTestContext()
const marta = await insertClinician(context)

type Who = { token: string }
const take = (id: string, staff: Who = marta) => context.sendCall(takeConsultation, { id }, { token: staff.token })
const call = (id: string, event: 'started' | 'failed' | 'ended' | 'completed', staff: Who = marta, medium = 'video') =>
  context.sendCall(recordCall, { id, medium: medium as 'video', event }, { token: staff.token })
const close = (id: string, staff: Who = marta, outcome: 'completed' | 'technical-failure' = 'completed') =>
  context.sendCall(closeConsultation, { id, text: 'Rest, water, walk.', outcome }, { token: staff.token })
const draft = (id: string, text: string, version: number, staff: Who = marta) =>
  context.sendCall(saveDraft, { id, text, version }, { token: staff.token })
const ticket = (id: string, staff: Who = marta) =>
  context.sendCall(createDeskCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token: staff.token })
const detail = (id: string, staff: Who = marta) => context.sendCall(getDeskConsultation, { id }, { token: staff.token })
const queue = async (staff: Who) => (await context.sendCall(getQueue, {}, { token: staff.token })).body.items

async function waiting(productId?: string) {
  const { patientId } = await insertPatient(context)
  return insertConsultation(context, { patientId, ...(productId ? { productId } : {}) })
}
async function booked(clinicianId: string | null, inMinutes: number) {
  const { patientId } = await insertPatient(context)
  return insertConsultation(context, { patientId, booked: { clinicianId, inMinutes } })
}
async function takeFromQueue(staff: Who = marta) {
  const id = await waiting()
  await take(id, staff)
  return id
}

describe('the queue [A1.2] [A6.4] [B1.1]', () => {
  test('the queue lists own patients, waiting patients in order, and the own agenda, but no colleague’s', async () => {
    const eva = await insertClinician(context, { products: ['queue'] })
    const other = await insertClinician(context, { products: ['other'] })
    const ownId = await waiting('queue')
    const first = await waiting('queue')
    const second = await waiting('queue')
    const laterId = await booked(eva.clinicianId, 600)
    const due = await booked(eva.clinicianId, 14)
    await booked(other.clinicianId, 5)
    await waiting('other')
    await take(ownId, eva)
    const items = (await queue(eva)).map(({ id, queueColumn }) => [id, queueColumn])
    expect(items.slice(0, 3)).toEqual([
      [ownId, 'mine'],
      [first, 'waiting'],
      [second, 'waiting'],
    ])
    expect(items.slice(3)).toEqual([
      [due, 'waiting'],
      [laterId, 'agenda'],
    ])
  })

  test('a clinical manager sees every patient who waits on demand, and nobody’s agenda', async () => {
    const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const id = await waiting('rare')
    const appointment = await booked(marta.clinicianId, 5)
    const ids = (await queue(boss)).map((item) => item.id)
    expect([ids.includes(id), ids.includes(appointment)]).toEqual([true, false])
    // The reason for the visit is for clinicians only.
    expect((await queue(boss)).find((item) => item.id === id)?.reason).toBeNull()
    const eva = await insertClinician(context, { products: ['rare'] })
    expect((await queue(eva)).find((item) => item.id === id)?.reason).toBe('I would like to sleep better')
  })

  test('unpaid, cancelled and finished consultations are not listed', async () => {
    const eva = await insertClinician(context, { products: ['over'] })
    const { patientId } = await insertPatient(context)
    for (const status of ['PENDING', 'CANCELLED', 'EXPIRED', 'CLOSED'] as const)
      await insertConsultation(context, { patientId, productId: 'over', status })
    expect(await queue(eva)).toEqual([])
  })

  test('an appointment can be taken from 15 minutes before its start', async () => {
    const eva = await insertClinician(context)
    const early = await booked(eva.clinicianId, 15.2)
    const due = await booked(eva.clinicianId, 15)
    expect(statusAndCodeOf(await take(early, eva))).toEqual([409, 'NOT_NOW'])
    expect((await take(due, eva)).status).toBe(204)
  })
})

describe('taking a patient', () => {
  test('the patient belongs to the clinician and reads the clinician’s name', async () => {
    const id = await takeFromQueue()
    expect(await readConsultationState(context, id)).toEqual({ status: 'ACTIVE', types: ['QUEUED', 'ASSIGNED'] })
    const [row] = await context.db`select held_by, clinician_id from consultation where id = ${id}`
    expect(row).toEqual({ held_by: marta.staffId, clinician_id: marta.clinicianId })
  })

  test('a second clinician gets ALREADY_TAKEN; a repeated click of the first changes nothing', async () => {
    const id = await takeFromQueue()
    const eva = await insertClinician(context)
    expect(statusAndCodeOf(await take(id, eva))).toEqual([409, 'ALREADY_TAKEN'])
    expect((await take(id)).status).toBe(204)
    expect((await readConsultationState(context, id)).types).toEqual(['QUEUED', 'ASSIGNED'])
  })

  test('another clinician’s appointment, another product and an unknown id are not found', async () => {
    const eva = await insertClinician(context, { products: ['heart'] })
    const nothing = '00000000-0000-4000-8000-000000000000'
    const ids = [await booked(marta.clinicianId, 5), await waiting('skin'), nothing]
    for (const id of ids) {
      expect(statusAndCodeOf(await take(id, eva))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
      expect(statusAndCodeOf(await detail(id, eva))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    }
  })

  test('a manager who is a clinician may take any patient, one who is not takes none [A3.14]', async () => {
    const doctor = await insertClinician(context, { role: 'clinician-and-clinical-manager', products: [] })
    const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const id = await waiting('unoffered')
    expect(statusAndCodeOf(await take(id, boss))).toEqual([403, 'NOT_A_CLINICIAN'])
    expect((await take(id, doctor)).status).toBe(204)
    const [action] = await context.db`
      select role from consultation_action where consultation_id = ${id} and type = 'ASSIGNED'`
    expect(action?.role).toBe('CLINICIAN_AND_CLINICAL_MANAGER')
  })

  test('a finished consultation cannot be taken', async () => {
    const { patientId } = await insertPatient(context)
    const id = await insertConsultation(context, { patientId, status: 'CANCELLED' })
    expect(statusAndCodeOf(await take(id))).toEqual([409, 'NOT_NOW'])
  })

  test('a patient’s token is refused', async () => {
    const patient = await insertPatient(context)
    expect((await take(await waiting(), patient)).status).toBe(401)
  })
})

describe('calling', () => {
  test('after a missed call the patient returns to the same place, for any clinician to take', async () => {
    const id = await takeFromQueue()
    const [before] = await context.db`select queued_at from consultation where id = ${id}`
    await call(id, 'started')
    expect((await call(id, 'failed')).status).toBe(204)
    const [after] = await context.db`select queued_at, held_by, clinician_id from consultation where id = ${id}`
    expect(after).toEqual({ queued_at: before?.queued_at, held_by: null, clinician_id: null })
    expect(await readConsultationState(context, id)).toEqual({
      status: 'QUEUED',
      types: ['QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_FAILED', 'UNASSIGNED'],
    })
    expect((await take(id, await insertClinician(context))).status).toBe(204)
  })

  test('an appointment with a missed call stays with its clinician', async () => {
    const id = await booked(marta.clinicianId, 5)
    await take(id)
    await call(id, 'started', marta, 'phone')
    await call(id, 'failed', marta, 'phone')
    const [row] = await context.db`select status, held_by, clinician_id from consultation where id = ${id}`
    expect(row).toEqual({ status: 'QUEUED', held_by: null, clinician_id: marta.clinicianId })
  })

  test('the clinician switches from video to phone, and both calls are recorded', async () => {
    const { id, clinician } = await insertCall(context)
    await call(id, 'started', clinician, 'phone')
    const { types } = await readConsultationState(context, id)
    expect(types.slice(2)).toEqual(['VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED', 'PHONE_CALL_STARTED'])
    const { body } = await detail(id, clinician)
    expect([body.callMedium, body.callState]).toEqual(['phone', 'ringing'])
  })

  test('a ringing call is not started twice', async () => {
    const { id, clinician } = await insertCall(context)
    expect((await call(id, 'started', clinician)).status).toBe(204)
    expect(
      (await readConsultationState(context, id)).types.filter((type) => type === 'VIDEO_CALL_STARTED'),
    ).toHaveLength(1)
  })

  test('an event that did not happen cannot be recorded', async () => {
    const id = await takeFromQueue()
    for (const event of ['failed', 'ended', 'completed'] as const)
      expect(statusAndCodeOf(await call(id, event))).toEqual([409, 'NOT_NOW'])
  })

  test('only the holder calls, writes, gets a ticket and closes [B6.4]', async () => {
    const { id, clinician } = await insertCall(context)
    const colleague = await insertClinician(context)
    const stranger = await insertClinician(context, { products: [] })
    const actions = (staff: Who) => [
      call(id, 'ended', staff),
      draft(id, 'x', 0, staff),
      ticket(id, staff),
      close(id, staff),
    ]
    for (const answer of await Promise.all(actions(colleague)))
      expect(statusAndCodeOf(answer)).toEqual([409, 'NOT_YOURS'])
    for (const answer of await Promise.all(actions(stranger)))
      expect(statusAndCodeOf(answer)).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    expect((await ticket(id, clinician)).status).toBe(201)
  })

  test('without a video call there is no ticket', async () => {
    expect(statusAndCodeOf(await ticket(await takeFromQueue()))).toEqual([409, 'NO_CALL'])
    const { id, clinician } = await insertCall(context, 'phone')
    expect(statusAndCodeOf(await ticket(id, clinician))).toEqual([409, 'NO_CALL'])
  })
})

describe('writing and closing', () => {
  test('two windows cannot silently overwrite each other’s draft', async () => {
    const id = await takeFromQueue()
    expect((await draft(id, 'first', 0)).body).toEqual({ version: 1 })
    expect(statusAndCodeOf(await draft(id, 'stale', 0))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect((await draft(id, 'second', 1)).body).toEqual({ version: 2 })
    expect((await detail(id)).body.draft).toEqual({ text: 'second', privateText: '', version: 2 })
  })

  test('notes are signed once, after a call that took place [B4.6]', async () => {
    const { id, clinician } = await insertCall(context)
    expect(statusAndCodeOf(await close(id, clinician))).toEqual([409, 'NOT_NOW'])
    await joinBothSides(context, id)
    await call(id, 'completed', clinician)
    await draft(id, 'Rest', 0, clinician)
    expect((await close(id, clinician)).status).toBe(204)
    const after = [
      await close(id, clinician),
      await draft(id, 'more', 1, clinician),
      await call(id, 'started', clinician),
    ]
    expect(after.map(statusAndCodeOf)).toEqual(Array(3).fill([409, 'NOT_NOW']))
    const { body } = await detail(id, clinician)
    expect([body.status, body.heldByMe, body.draft.text, body.notes.length]).toEqual(['CLOSED', false, '', 1])
  })

  test('a refused closing leaves no note', async () => {
    const id = await takeFromQueue()
    await close(id)
    expect(await context.db`select 1 from note where consultation_id = ${id}`).toHaveLength(0)
  })

  test('a technical failure closes with an error, ends the call and keeps the note', async () => {
    const { id, clinician } = await insertCall(context)
    expect((await close(id, clinician, 'technical-failure')).status).toBe(204)
    const { status, types } = await readConsultationState(context, id)
    expect([status, ...types.slice(-2)]).toEqual(['CLOSED_WITH_ERROR', 'VIDEO_CALL_ENDED', 'CLOSED_WITH_ERROR'])
    expect(await context.db`select 1 from note where consultation_id = ${id}`).toHaveLength(1)
  })

  test.each(['note', 'consultation_action'])('%s is append-only in the database', async (table) => {
    const { id, clinician } = await insertCall(context)
    await close(id, clinician, 'technical-failure')
    const where = `where consultation_id = '${id}'`
    const column = table === 'note' ? 'text' : 'type'
    await expect(context.db.unsafe(`update ${table} set ${column} = 'changed' ${where}`)).rejects.toThrow('append-only')
    await expect(context.db.unsafe(`delete from ${table} ${where}`)).rejects.toThrow('append-only')
  })

  test.each([{ text: '' }, { text: ' ' }, { text: 'x'.repeat(20_001) }, { outcome: 'fine' }])(
    'closing without valid notes is refused',
    async (wrong) => {
      const body = { id: await takeFromQueue(), text: 'Rest', outcome: 'technical-failure' as const, ...wrong }
      expect((await context.sendCall(closeConsultation, body as never, { token: marta.token })).status).toBe(400)
    },
  )
})

test('the clinician reads the patient’s identity and answers in the clinician’s language', async () => {
  const { content } = context.services
  const [product] = (await Promise.all(content.products('en').map(({ slug }) => content.product(slug, 'en')))).filter(
    (found) => found?.symptomCollector.some(({ type }) => type === 'yesNo'),
  )
  const question = product?.symptomCollector.find(({ type }) => type === 'yesNo')
  const { patientId } = await insertPatient(context, 'Inés')
  const symptoms = [{ questionId: question?.key, answer: true }]
  const id = await insertConsultation(context, { patientId, productSlug: product?.slug ?? '', symptoms })
  const { body } = await detail(id)
  expect(body.answers).toEqual([{ question: question?.text, answer: 'Yes' }])
  expect(body.patient).toMatchObject({ firstName: 'Inés', age: expect.any(Number), dateOfBirth: '1990-04-05' })
  expect([body.patient.phone, body.patient.maskedPhone]).toEqual([null, expect.stringMatching(/^\+34 6\d•{5}\d\d$/)])
  expect(body.summary).toBe('I would like to sleep better')
  const spanish = await context.sendCall(
    getDeskConsultation,
    { id },
    { token: marta.token, headers: { 'x-locale': 'es' } },
  )
  expect(spanish.body.answers[0]?.answer).toBe('Sí')
})
