import { randomUUID } from 'node:crypto'
import {
  addEntry,
  breakGlass,
  getRecord,
  listEmergencyAccesses,
  reviewEmergencyAccess,
} from '@cuida/core/care/record/desk-record-api.ts'
import { listAccessLog } from '@cuida/core/care/record/record-api.ts'
import { expect, test } from 'vitest'
import { readOutbox } from '../../access/test-people.ts'
import { sendDueNotifications } from '../../notifications/test-notifications.ts'
import { newChild } from '../../profile/test-account.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertPatient, type TestClinician } from '../test-people.ts'
import { LATEX_ALLERGY, readAudit, statusAndCode } from './test-record.ts'

const context = await createTestContext()

const REASON = 'He fainted while we spoke on the phone'
const BIRTHDAY = '1990-04-05'

const phoneOf = async (accountId: string): Promise<string> =>
  (await context.db`select phone from account where id = ${accountId}`)[0]?.phone
const open = (phone: string, { token }: TestClinician, more: { dateOfBirth?: string; firstName?: string } = {}) =>
  context.sendCall(breakGlass, { phone, dateOfBirth: BIRTHDAY, reason: REASON, ...more }, { token })
const record = (patientId: string, { token }: TestClinician) => context.sendCall(getRecord, { patientId }, { token })
const review = (id: string, { token }: TestClinician) =>
  context.sendCall(reviewEmergencyAccess, { id, verdict: 'justified', review: 'I heard the call myself' }, { token })
const emergencyAccessesFor = async ({ token }: TestClinician) =>
  (await context.sendCall(listEmergencyAccesses, {}, { token })).body.items

const boss = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })

async function opened() {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const result = await open(await phoneOf(patient.accountId), clinician)
  return { patient, clinician, result }
}

test('a reason opens the record for reading, and the patient sees the access with it [B6.4]', async () => {
  const { patient, clinician, result } = await opened()
  expect([result.status, result.body.patientId]).toEqual([201, patient.patientId])
  expect((await record(patient.patientId, clinician)).body).toMatchObject({ because: 'break-glass', mayWrite: false })
  const wrote = await context.sendCall(
    addEntry,
    { patientId: patient.patientId, ...LATEX_ALLERGY },
    { token: clinician.token },
  )
  expect(statusAndCode(wrote)).toEqual([409, 'READ_ONLY'])
  const { body } = await context.sendCall(listAccessLog, { id: patient.patientId }, { token: patient.token })
  expect(body.items.map(({ act, because, reason }) => [act, because, reason])).toEqual([
    ['read-record', 'break-glass', null],
    ['break-glass', 'break-glass', REASON],
  ])
})

test('emergency access lasts an hour', async () => {
  const { patient, clinician, result } = await opened()
  const until = new Date(result.body.openUntil).getTime()
  expect(until - Date.now()).toBeGreaterThan(59 * 60_000)
  expect(until - Date.now()).toBeLessThanOrEqual(60 * 60_000)
  await context.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update break_glass set opened_at = now() - interval '2 hours', open_until = now() where patient_id = ${patient.patientId}`
  })
  expect((await record(patient.patientId, clinician)).status).toBe(404)
})

test('a child is found by the holder’s number, and twins are told apart by name', async () => {
  const holder = await insertPatient(context)
  const clinician = await insertClinician(context)
  const two = await newChild(context, holder.patientId)
  await context.db`update patient set first_name = 'José' where id = ${two}`
  const one = await newChild(context, holder.patientId)
  const phone = await phoneOf(holder.accountId)
  const dateOfBirth = '2018-04-01'
  expect(statusAndCode(await open(phone, clinician, { dateOfBirth }))).toEqual([409, 'SEVERAL_PEOPLE'])
  expect((await open(phone, clinician, { dateOfBirth, firstName: 'jose' })).body.patientId).toBe(two)
  expect((await record(one, clinician)).status).toBe(404)
})

test('a number with a wrong date of birth finds nobody; the attempt is audited without the input', async () => {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const phone = await phoneOf(patient.accountId)
  expect(statusAndCode(await open(phone, clinician, { dateOfBirth: '1990-04-06' }))).toEqual([404, 'PATIENT_NOT_FOUND'])
  const rows = await context.db`select act, detail from audit where staff_id = ${clinician.staffId}`
  expect(rows).toMatchObject([{ act: 'search', detail: '{"by":"emergency","found":[]}' }])
  expect(await readAudit(context, patient.patientId)).toEqual([])
})

test('the eleventh search within the window hits the rate limit', async () => {
  const clinician = await insertClinician(context)
  const tries = []
  for (let nth = 0; nth < 11; nth++) tries.push((await open('+34699999999', clinician)).status)
  expect(tries.slice(-2)).toEqual([404, 429])
})

test('managers get an e-mail without names or reason; a former manager gets none', async () => {
  const email = `${randomUUID()}@example.test`
  const manager = await boss()
  const blockedManager = await boss()
  await context.db`update staff set email = ${email} where id = ${manager.staffId}`
  await context.db`update staff set status = 'blocked' where id = ${blockedManager.staffId}`
  const { patient } = await opened()
  const recipients = await context.db<{ staffId: string }[]>`
    select staff_id as "staffId" from notification where subject_id in (
      select id::text from break_glass where patient_id = ${patient.patientId})`
  expect(recipients.map(({ staffId }) => staffId)).toContain(manager.staffId)
  expect(recipients.map(({ staffId }) => staffId)).not.toContain(blockedManager.staffId)
  await sendDueNotifications(context, 'record-opened')
  const [message] = await readOutbox(context, email)
  expect(message?.text).toContain('revisión')
  expect(JSON.stringify(message)).not.toMatch(/Ana|García|Marta|fainted/)
})

test('a repeated request opens access once', async () => {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const phone = await phoneOf(patient.accountId)
  await Promise.all([open(phone, clinician), open(phone, clinician)])
  expect(await context.db`select 1 from break_glass where patient_id = ${patient.patientId}`).toHaveLength(1)
  expect(await readAudit(context, patient.patientId)).toHaveLength(1)
})

test('only a clinician opens, and only a manager reviews', async () => {
  const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const { clinician } = await opened()
  expect(statusAndCode(await open('+34699999999', manager))).toEqual([403, 'NOT_ALLOWED'])
  expect(statusAndCode(await context.sendCall(listEmergencyAccesses, {}, { token: clinician.token }))).toEqual([
    403,
    'NOT_ALLOWED',
  ])
})

test('another manager reviews each access once, in writing', async () => {
  const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const both = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
  const patient = await insertPatient(context)
  await open(await phoneOf(patient.accountId), both)
  const ownAccess = (await emergencyAccessesFor(both)).find(({ isMine }) => isMine)
  expect(ownAccess).toMatchObject({ reason: REASON, reviewedAt: null })
  const id = ownAccess?.id ?? ''
  expect(statusAndCode(await review(id, both))).toEqual([409, 'NOT_YOURSELF'])
  const result = await Promise.all([review(id, manager), review(id, manager)])
  expect(result.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await emergencyAccessesFor(manager)).find((one) => one.id === id)).toMatchObject({ verdict: 'justified' })
  expect((await readAudit(context, patient.patientId)).map(({ act }) => act)).toEqual([
    'break-glass',
    'review-break-glass',
  ])
})
