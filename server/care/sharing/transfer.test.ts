import { getConsultation } from '@cuida/core/care/call/api.ts'
import {
  closeConsultation,
  getDeskConsultation,
  getQueue,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { getColleagues, transferConsultation } from '@cuida/core/care/sharing/transfer-api.ts'
import { describe, expect, test } from 'vitest'
import { findTampering } from '../../kit/audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  insertClinician,
  insertConsultation,
  insertPatient,
  readConsultationState,
  type TestClinician,
  type TestPatient,
} from '../test-people.ts'

let ana: TestPatient
const context = await createTestContext()
const marta = await insertClinician(context)
const eva = await insertClinician(context)
await context.db`update clinician set name = 'Dra. Eva Sanz' where id = ${eva.clinicianId}`

async function takeFromQueue(clinician = marta, booked?: { clinicianId: string | null; inMinutes: number }) {
  ana = await insertPatient(context)
  const id = await insertConsultation(context, { patientId: ana.patientId, ...(booked ? { booked } : {}) })
  await context.sendCall(takeConsultation, { id }, { token: clinician.token })
  return id
}
const give = (id: string, to: TestClinician, clinician = marta) =>
  context.sendCall(
    transferConsultation,
    { id, clinicianId: to.clinicianId ?? '', reason: 'SHIFT_ENDS' },
    { token: clinician.token },
  )
const colleagues = async (id: string, clinician = marta) => {
  const { body } = await context.sendCall(getColleagues, { id }, { token: clinician.token })
  return body.items.map(({ clinicianId }) => clinicianId)
}
const detail = (id: string, clinician: TestClinician) =>
  context.sendCall(getDeskConsultation, { id }, { token: clinician.token })
const call = (id: string, event: 'started' | 'failed' | 'ended' | 'completed', clinician = marta) =>
  context.sendCall(recordCall, { id, medium: 'video', event }, { token: clinician.token })

describe('a transferred consultation', () => {
  test('the colleague gets it with its draft and no missed call, and the patient reads the new name [B6.4]', async () => {
    const id = await takeFromQueue()
    await context.sendCall(saveDraft, { id, text: 'Sleeps badly', version: 0 }, { token: marta.token })
    expect((await give(id, eva)).status).toBe(204)
    expect((await detail(id, eva)).body).toMatchObject({
      heldByMe: true,
      missedCalls: 0,
      draft: { text: 'Sleeps badly', version: 1 },
      transfer: { by: 'Dra. Marta Ruiz', reason: 'SHIFT_ENDS' },
    })
    const [row] = (await context.sendCall(getQueue, {}, { token: eva.token })).body.items.filter(
      (item) => item.id === id,
    )
    expect(row).toMatchObject({ queueColumn: 'mine', transfer: { by: 'Dra. Marta Ruiz' } })
    expect(await readConsultationState(context, id)).toEqual({
      status: 'ACTIVE',
      types: ['QUEUED', 'ASSIGNED', 'ASSIGNED'],
    })
    const consultation = await context.sendCall(getConsultation, { patientId: ana.patientId, id }, { token: ana.token })
    expect(consultation.body.clinician?.name).toBe('Dra. Eva Sanz')
  })

  test('the previous holder can no longer see, call, write or close', async () => {
    const id = await takeFromQueue()
    await give(id, eva)
    expect((await detail(id, marta)).status).toBe(404)
    const { token } = marta
    const write = await context.sendCall(saveDraft, { id, text: 'Mine', version: 0 }, { token })
    const close = await context.sendCall(
      closeConsultation,
      { id, text: 'Mine', outcome: 'technical-failure' },
      { token },
    )
    expect([await call(id, 'started'), write, close].map(statusAndCodeOf)).toEqual(Array(3).fill([409, 'NOT_YOURS']))
    expect((await call(id, 'started', eva)).status).toBe(204)
  })

  test('after a missed call it waits for any clinician, and the transfer is cleared', async () => {
    const id = await takeFromQueue()
    await give(id, eva)
    await call(id, 'started', eva)
    await call(id, 'failed', eva)
    await context.sendCall(takeConsultation, { id }, { token: marta.token })
    expect((await detail(id, marta)).body).toMatchObject({ heldByMe: true, transfer: null, missedCalls: 1 })
  })

  test('a booked one returns to the colleague’s agenda after a missed call', async () => {
    const id = await takeFromQueue(marta, { clinicianId: marta.clinicianId, inMinutes: 5 })
    await give(id, eva)
    await call(id, 'started', eva)
    await call(id, 'failed', eva)
    expect((await detail(id, eva)).body).toMatchObject({ status: 'QUEUED', queueColumn: 'waiting' })
    expect((await detail(id, marta)).status).toBe(404)
  })

  test('the transfer is audited with sender, receiver and reason', async () => {
    const id = await takeFromQueue()
    await give(id, eva)
    const [row] = await context.db`
      select staff_id, subject_id, detail from audit where act = 'transfer' and detail like ${`%${id}%`}`
    expect(row).toMatchObject({ staff_id: marta.staffId, subject_id: eva.staffId })
    expect(JSON.parse(row?.detail)).toEqual({ consultation: id, reason: 'SHIFT_ENDS' })
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
})

test('the patient is notified once, without names or reason', async () => {
  const id = await takeFromQueue()
  await Promise.all([give(id, eva), give(id, eva)])
  const notification = await context.db`select type as kind, done_at from notification where consultation_id = ${id}`
  expect(notification).toMatchObject([{ kind: 'reassigned', done_at: null }])
  const texts = ['en', 'es', 'pt-BR'].map(
    (locale) => context.services.catalogueFor(locale)['messages.notification.reassigned.short'],
  )
  for (const text of texts) expect(JSON.stringify(text)).toMatch(/link/)
  const consultation = await context.sendCall(getConsultation, { patientId: ana.patientId, id }, { token: ana.token })
  expect(consultation.body).toMatchObject({ isReassigned: true, clinician: { name: 'Dra. Eva Sanz' } })
})

test('of concurrent transfers one succeeds [B6.4]', async () => {
  const id = await takeFromQueue()
  const third = await insertClinician(context)
  const answers = await Promise.all([give(id, eva), give(id, third), give(id, eva), give(id, third)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
  expect((await readConsultationState(context, id)).types).toEqual(['QUEUED', 'ASSIGNED', 'ASSIGNED'])
})

describe('refusals', () => {
  test('a transfer is refused during a call and possible after it dropped', async () => {
    const id = await takeFromQueue()
    await call(id, 'started')
    expect(statusAndCodeOf(await give(id, eva))).toEqual([409, 'NOT_NOW'])
    await call(id, 'ended')
    expect((await give(id, eva)).status).toBe(204)
    // The colleague cannot complete a call that they were not in.
    expect(statusAndCodeOf(await call(id, 'completed', eva))).toEqual([409, 'NOT_NOW'])
  })

  test('a transfer is refused after a conversation, which its clinician must sign', async () => {
    const id = await takeFromQueue()
    await call(id, 'started')
    await call(id, 'completed')
    expect(statusAndCodeOf(await give(id, eva))).toEqual([409, 'NOT_NOW'])
  })

  test('an unsuitable, absent, paused or blocked colleague and the holder themselves are refused', async () => {
    const id = await takeFromQueue()
    const other = await insertClinician(context, { products: ['other'] })
    const absentColleague = await insertClinician(context)
    const paused = await insertClinician(context)
    const blocked = await insertClinician(context)
    await context.db`update session set last_seen_at = now() - interval '6 minutes' where id = ${absentColleague.sessionId}`
    await context.sendCall(setAvailability, { state: 'paused', minutes: 10 }, { token: paused.token })
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    const colleagueIds = await colleagues(id)
    expect(colleagueIds).toContain(eva.clinicianId)
    for (const to of [other, absentColleague, paused, blocked, marta]) {
      expect(colleagueIds).not.toContain(to.clinicianId)
      expect(statusAndCodeOf(await give(id, to))).toEqual([409, 'COLLEAGUE_NOT_AVAILABLE'])
    }
    expect((await detail(id, marta)).body.heldByMe).toBe(true)
  })

  test('a clinician who does not hold the consultation, or may not know of it, is refused', async () => {
    const id = await takeFromQueue()
    const stranger = await insertClinician(context, { products: ['other'] })
    expect(statusAndCodeOf(await give(id, eva, eva))).toEqual([409, 'NOT_YOURS'])
    expect(statusAndCodeOf(await give(id, eva, stranger))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    const list = (clinician: TestClinician) => context.sendCall(getColleagues, { id }, { token: clinician.token })
    expect(statusAndCodeOf(await list(stranger))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})
