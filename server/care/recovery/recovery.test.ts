import { randomUUID } from 'node:crypto'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import {
  closeConsultation,
  getDeskConsultation,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import {
  cancelForClinic,
  getOpenConsultations,
  getReassignmentCandidates,
  type ReassignmentReason,
  reassign,
  requeue,
  takeOver,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { describe, expect, test } from 'vitest'
import { readOrderMoney, runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { findTampering } from '../../kit/audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  bookConsultation,
  expectConsistentBooking,
  insertStaffFor,
  readBookingState,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import {
  insertClinician,
  insertConsultation,
  insertPatient,
  joinBothSides,
  type TestClinician,
} from '../test-people.ts'
import { recoverConsultations } from './recover-consultations.ts'

/** Two managers: one who is also a clinician, and one who is not. */
const { context, product } = await createCheckoutContext()
const lead = await insertClinician(context, { role: 'clinical-manager' })
const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })

const sendBatch = (call: typeof takeOver, ids: string[], staff = lead, reason: ReassignmentReason = 'ABSENT') =>
  context.sendCall(call, { ids, reason }, { token: staff.token })
const problemsOf = ({ body }: { body: { results?: { problem: string | null }[] } }) =>
  body.results?.map(({ problem }) => problem)
const give = (ids: string[], to: TestClinician, staff = office) =>
  context.sendCall(reassign, { ids, clinicianId: to.clinicianId ?? '', reason: 'ABSENT' }, { token: staff.token })
const openRows = async ({ token }: TestClinician, day?: string) =>
  (await context.sendCall(getOpenConsultations, day ? { day } : {}, { token })).body.items
const openRow = async (id: string) => (await openRows(office)).find((one) => one.id === id)
const statusOf = async (id: string) => {
  const [row] = await context.db`select status, held_by from consultation where id = ${id}`
  return [row?.status, row?.held_by]
}
const goAway = ({ sessionId }: TestClinician) =>
  context.db`update session set last_seen_at = now() - interval '11 minutes' where id = ${sessionId}`
const block = ({ staffId }: TestClinician) => context.db`update staff set status = 'blocked' where id = ${staffId}`

/** An on-demand consultation held by its own clinician. */
async function held(holder?: TestClinician) {
  const patient = await insertPatient(context)
  const clinician = holder ?? (await insertClinician(context))
  const id = await insertConsultation(context, { patientId: patient.patientId })
  await context.sendCall(takeConsultation, { id }, { token: clinician.token })
  const ring = (event: 'started' | 'ended' | 'completed', by = clinician) =>
    context.sendCall(recordCall, { id, medium: 'video', event }, { token: by.token })
  const view = () => context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })
  return { id, patient, clinician, ring, view }
}
const back = (id: string, { token }: TestClinician) => context.sendCall(requeue, { id }, { token })

describe('a patient taken by mistake', () => {
  test('the holder puts the patient back without a missed call; the patient is notified, and anyone may take them', async () => {
    const { id, clinician, patient, view } = await held()
    expect((await back(id, clinician)).status).toBe(204)
    expect(await statusOf(id)).toEqual(['QUEUED', null])
    expect((await view()).body).toMatchObject({ status: 'QUEUED', clinician: null })
    const notification = await context.db`select type as kind from notification where consultation_id = ${id}`
    expect(notification).toMatchObject([{ kind: 'requeued' }])
    const eva = await insertClinician(context)
    expect((await context.sendCall(takeConsultation, { id }, { token: eva.token })).status).toBe(204)
    expect((await context.sendCall(getDeskConsultation, { id }, { token: eva.token })).body).toMatchObject({
      missedCalls: 0,
    })
    expect(patient).toBeDefined()
  })
  test('after a call the holder cannot put the patient back', async () => {
    const { id, clinician, ring } = await held()
    await ring('started')
    expect(statusAndCodeOf(await back(id, clinician))).toEqual([409, 'NOT_NOW'])
  })
  test('of two concurrent requests the second returns 409', async () => {
    const { id, clinician } = await held()
    const answers = await Promise.all([back(id, clinician), back(id, clinician)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })
  test('another clinician cannot put the patient back', async () => {
    const { id } = await held()
    expect(statusAndCodeOf(await back(id, await insertClinician(context)))).toEqual([409, 'NOT_YOURS'])
    expect(statusAndCodeOf(await back(randomUUID(), lead))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

describe('a holder who has gone', () => {
  const runJob = () => recoverConsultations(context.services)
  test('a colleague takes the consultation with its draft, and the video call continues', async () => {
    const { id, clinician, ring, view } = await held()
    await context.sendCall(saveDraft, { id, text: 'Sleeps badly', version: 0 }, { token: clinician.token })
    await ring('started')
    const eva = await insertClinician(context)
    const take = () => context.sendCall(takeConsultation, { id }, { token: eva.token })
    expect(statusAndCodeOf(await take())).toEqual([409, 'ALREADY_TAKEN'])
    await goAway(clinician)
    await runJob()
    expect((await take()).status).toBe(204)
    expect((await context.sendCall(getDeskConsultation, { id }, { token: eva.token })).body).toMatchObject({
      heldByMe: true,
      draft: { text: 'Sleeps badly' },
      status: 'ACTIVE',
    })
    expect((await view()).body).toMatchObject({ clinician: { id: eva.clinicianId }, isReassigned: true })
    await joinBothSides(context, id)
    expect((await ring('completed', eva)).status).toBe(204)
    const close = { id, text: 'Rest', outcome: 'completed' } as const
    expect(statusAndCodeOf(await context.sendCall(closeConsultation, close, { token: clinician.token }))).toEqual([
      409,
      'NOT_YOURS',
    ])
    expect((await context.sendCall(closeConsultation, close, { token: eva.token })).status).toBeLessThan(300)
  })
  test('a holder who is back before anyone came keeps everything', async () => {
    const { id, clinician, ring } = await held()
    await goAway(clinician)
    await runJob()
    await context.db`update session set last_seen_at = now() where id = ${clinician.sessionId}`
    const eva = await insertClinician(context)
    expect(statusAndCodeOf(await context.sendCall(takeConsultation, { id }, { token: eva.token }))).toEqual([
      409,
      'ALREADY_TAKEN',
    ])
    expect((await ring('started')).status).toBe(204)
  })
  test('a blocked holder is replaced at once', async () => {
    const { id, clinician } = await held()
    await block(clinician)
    await runJob()
    expect(await openRow(id)).toMatchObject({ status: 'ACTIVE', holder: 'blocked' })
    const eva = await insertClinician(context)
    expect((await context.sendCall(takeConsultation, { id }, { token: eva.token })).status).toBe(204)
  })
})

describe('a take-over by a manager', () => {
  test('a manager takes over waiting, held and unsigned consultations', async () => {
    const waits = await insertConsultation(context, { patientId: (await insertPatient(context)).patientId })
    const holds = await held()
    const closes = await held()
    await closes.ring('started')
    await joinBothSides(context, closes.id)
    await closes.ring('completed')
    const answer = await sendBatch(takeOver, [waits, holds.id, closes.id])
    expect(problemsOf(answer)).toEqual([null, null, null])
    for (const id of [waits, holds.id, closes.id]) expect(await statusOf(id)).toEqual(['ACTIVE', lead.staffId])
    expect(statusAndCodeOf(await closes.ring('started'))).toEqual([409, 'NOT_YOURS'])
  })
  test('two concurrent take-overs leave one holder [C10.2]', async () => {
    const { id } = await held()
    const second = await insertClinician(context, { role: 'clinical-manager' })
    await Promise.all([sendBatch(takeOver, [id], lead), sendBatch(takeOver, [id], second)])
    const [status, holder] = await statusOf(id)
    expect(status).toBe('ACTIVE')
    expect([lead.staffId, second.staffId]).toContain(holder)
    expect(problemsOf(await sendBatch(takeOver, [id], holder === lead.staffId ? lead : second))).toEqual([null])
  })
  test('a non-clinician, a finished consultation and an unknown id are refused', async () => {
    const { id, ring, clinician } = await held()
    expect(problemsOf(await sendBatch(takeOver, [id], office))).toEqual(['NOT_A_CLINICIAN'])
    await ring('started')
    await joinBothSides(context, id)
    await ring('completed')
    await context.sendCall(closeConsultation, { id, text: 'Rest', outcome: 'completed' }, { token: clinician.token })
    expect(problemsOf(await sendBatch(takeOver, [id, randomUUID()]))).toEqual(['NOT_NOW', 'CONSULTATION_NOT_FOUND'])
  })
})

describe('a reassignment by a manager', () => {
  test('an appointment that has begun moves to a colleague who has another patient then', async () => {
    const at = await bookConsultation(context, product)
    const other = await bookConsultation(context, product)
    const eva = await insertClinician(context, { products: [product.id] })
    await give([other.consultationId], eva)
    for (const one of [at, other]) await setStartIn(context, one, -600)
    expect(problemsOf(await give([at.consultationId], eva))).toEqual([null])
    const [row] = await context.db`select clinician_id from consultation where id = ${at.consultationId}`
    expect(row).toEqual({ clinician_id: eva.clinicianId })
  })
  test('a future appointment moves only to a free time of the colleague', async () => {
    const at = await bookConsultation(context, product)
    const second = await bookConsultation(context, product)
    const eva = await insertClinician(context, { products: [product.id] })
    expect(problemsOf(await give([at.consultationId], eva))).toEqual([null])
    await context.db`update consultation c set starts_at = f.starts_at, ends_at = f.ends_at from consultation f
      where c.id = ${second.consultationId} and f.id = ${at.consultationId}`
    expect(problemsOf(await give([second.consultationId], eva))).toEqual(['COLLEAGUE_NOT_AVAILABLE'])
    await expectConsistentBooking(context, at)
  })
  test('a colleague who does not offer the product, and a held consultation, are refused', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, -600)
    const other = await insertClinician(context, { products: ['other'] })
    expect(problemsOf(await give([at.consultationId], other))).toEqual(['COLLEAGUE_NOT_AVAILABLE'])
    await context.sendCall(
      takeConsultation,
      { id: at.consultationId },
      { token: (await insertStaffFor(context, at.clinicianId)).token },
    )
    const able = await insertClinician(context, { products: [product.id] })
    expect(problemsOf(await give([at.consultationId], able))).toEqual(['NOT_NOW'])
  })
  test('possible replacements are listed, those at the desk first', async () => {
    const { id } = await held()
    const absentClinician = await insertClinician(context)
    await goAway(absentClinician)
    const { items } = (await context.sendCall(getReassignmentCandidates, { id }, { token: office.token })).body
    expect(items.find(({ clinicianId }) => clinicianId === absentClinician.clinicianId)?.isThere).toBe(false)
    expect(items.findIndex(({ isThere }) => !isThere)).toBeGreaterThanOrEqual(items.filter((one) => one.isThere).length)
    expect(
      statusAndCodeOf(await context.sendCall(getReassignmentCandidates, { id: randomUUID() }, { token: office.token })),
    ).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

describe('a refund by a manager', () => {
  const cancel = (ids: string[], staff = office) => sendBatch(cancelForClinic as never, ids, staff)
  test('a whole day is refunded once, though two managers act at once', async () => {
    const day: TestBooking[] = []
    for (let one = 0; one < 3; one++) day.push(await bookConsultation(context, product))
    await setStartIn(context, day[0] as TestBooking, -600)
    const ids = day.map(({ consultationId }) => consultationId)
    await Promise.all([cancel(ids), cancel(ids, lead)])
    await runCheckoutJobs(context)
    for (const at of day) {
      expect(await readBookingState(context, at)).toMatchObject({ status: 'CANCELLED', hold: 'released' })
      expect((await readOrderMoney(context, at.id)).refunded).toEqual([product.price.amount])
    }
  })
  test('a held consultation ends for its holder too', async () => {
    const { id, ring } = await held()
    expect(problemsOf(await cancel([id]))).toEqual([null])
    expect((await statusOf(id))[0]).toBe('CANCELLED')
    expect((await ring('started')).status).toBeGreaterThan(399)
  })
  test('one finished consultation does not stop the others', async () => {
    const first = await held()
    const second = await held()
    await cancel([first.id])
    expect(problemsOf(await cancel([first.id, second.id]))).toEqual(['NOT_NOW', null])
  })
})

describe('the open consultations of the day', () => {
  test('waiting, held and late consultations are listed with patient and clinician, without the reason', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, -360)
    await recoverConsultations(context.services)
    const { id, clinician } = await held()
    await goAway(clinician)
    expect(await openRow(at.consultationId)).toMatchObject({ isLate: true, status: 'QUEUED', holder: null })
    expect(await openRow(id)).toMatchObject({ isLate: false, status: 'ACTIVE', holder: 'gone' })
    expect(JSON.stringify(await openRow(id))).not.toContain('sleep better')
    const rows = await openRows(office)
    expect(rows.findIndex(({ isLate }) => !isLate)).toBeGreaterThanOrEqual(rows.filter((one) => one.isLate).length)
  })
  test('an on-demand consultation shows the promised time', async () => {
    const id = await insertConsultation(context, { patientId: (await insertPatient(context)).patientId })
    const promisedBy = new Date(Date.now() + 60_000)
    await context.db`update consultation set promised_by = ${promisedBy} where id = ${id}`
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(() => openRow(id)).toMatchObject({ promisedBy: promisedBy.toISOString() })
  })
  test('appointments of another day are not listed, waiting patients are', async () => {
    const at = await bookConsultation(context, product)
    const { id } = await held()
    const ids = (await openRows(office, '2031-01-01')).map((one) => one.id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(at.consultationId)
  })
  test('clinicians can neither read nor change the list', async () => {
    const eva = await insertClinician(context)
    const { id } = await held()
    const answers = [
      await context.sendCall(getOpenConsultations, {}, { token: eva.token }),
      await context.sendCall(getReassignmentCandidates, { id }, { token: eva.token }),
      await sendBatch(takeOver, [id], eva),
      await give([id], eva, eva),
      await sendBatch(cancelForClinic as never, [id], eva),
    ]
    expect(answers.map(statusAndCodeOf)).toEqual(Array(5).fill([403, 'NOT_ALLOWED']))
  })
})

test('managers’ actions are audited with the reason', async () => {
  const { id, clinician } = await held()
  await sendBatch(takeOver, [id], lead, 'GONE')
  const [row] =
    await context.db`select staff_id, subject_id, detail from audit where act = 'reassign' and detail like ${`%${id}%`}`
  expect(row).toMatchObject({ staff_id: lead.staffId, subject_id: clinician.staffId })
  expect(JSON.parse(row?.detail)).toMatchObject({ consultation: id, action: 'take-over', reason: 'GONE' })
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})
