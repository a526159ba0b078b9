import { randomUUID } from 'node:crypto'
import {
  addEntry,
  breakGlass,
  getRecord,
  listOpenings,
  reviewOpening,
} from '@cuida/core/care/record/desk-record-api.ts'
import { listLooks } from '@cuida/core/care/record/record-api.ts'
import { expect, test } from 'vitest'
import { outboxOf } from '../../access/test-people.ts'
import { sendDue } from '../../notifications/test-notifications.ts'
import { newChild } from '../../profile/test-account.ts'
import { fileWorld } from '../../testing/test-worlds.ts'
import { insertClinician, insertPatient, type TestClinician } from '../test-people.ts'
import { auditOf, LATEX, said } from './test-record.ts'

const world = await fileWorld()

const REASON = 'He fainted while we spoke on the phone'
const BIRTHDAY = '1990-04-05'

const phoneOf = async (accountId: string): Promise<string> =>
  (await world.db`select phone from account where id = ${accountId}`)[0]?.phone
const open = (phone: string, { token }: TestClinician, more: { dateOfBirth?: string; firstName?: string } = {}) =>
  world.tell(breakGlass, { phone, dateOfBirth: BIRTHDAY, reason: REASON, ...more }, { token })
const record = (patientId: string, { token }: TestClinician) => world.tell(getRecord, { patientId }, { token })
const review = (id: string, { token }: TestClinician) =>
  world.tell(reviewOpening, { id, verdict: 'justified', review: 'I heard the call myself' }, { token })
const openingsFor = async ({ token }: TestClinician) => (await world.tell(listOpenings, {}, { token })).body.items

const boss = () => insertClinician(world, { role: 'clinical-manager', isClinician: false })

async function opened() {
  const patient = await insertPatient(world)
  const clinician = await insertClinician(world)
  const told = await open(await phoneOf(patient.accountId), clinician)
  return { patient, clinician, told }
}

test('a reason opens the record for reading; the patient reads of it with the reason [B6.4]', async () => {
  const { patient, clinician, told } = await opened()
  expect([told.status, told.body.patientId]).toEqual([201, patient.patientId])
  expect((await record(patient.patientId, clinician)).body).toMatchObject({ because: 'break-glass', mayWrite: false })
  const wrote = await world.tell(addEntry, { patientId: patient.patientId, ...LATEX }, { token: clinician.token })
  expect(said(wrote)).toEqual([409, 'READ_ONLY'])
  const { body } = await world.tell(listLooks, { id: patient.patientId }, { token: patient.token })
  expect(body.items.map(({ act, because, reason }) => [act, because, reason])).toEqual([
    ['read-record', 'break-glass', null],
    ['break-glass', 'break-glass', REASON],
  ])
})

test('it lasts an hour, and not a moment longer', async () => {
  const { patient, clinician, told } = await opened()
  const until = new Date(told.body.openUntil).getTime()
  expect(until - Date.now()).toBeGreaterThan(59 * 60_000)
  expect(until - Date.now()).toBeLessThanOrEqual(60 * 60_000)
  await world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update break_glass set opened_at = now() - interval '2 hours', open_until = now() where patient_id = ${patient.patientId}`
  })
  expect((await record(patient.patientId, clinician)).status).toBe(404)
})

test('a child is found by the holder’s number, and of simulators by the name', async () => {
  const holder = await insertPatient(world)
  const clinician = await insertClinician(world)
  const two = await newChild(world, holder.patientId)
  await world.db`update patient set first_name = 'José' where id = ${two}`
  const one = await newChild(world, holder.patientId)
  const phone = await phoneOf(holder.accountId)
  const dateOfBirth = '2018-04-01'
  expect(said(await open(phone, clinician, { dateOfBirth }))).toEqual([409, 'SEVERAL_PEOPLE'])
  expect((await open(phone, clinician, { dateOfBirth, firstName: 'jose' })).body.patientId).toBe(two)
  expect((await record(one, clinician)).status).toBe(404)
})

test('a number with another birthday is nobody, and that somebody tried is known without what they typed', async () => {
  const patient = await insertPatient(world)
  const clinician = await insertClinician(world)
  const phone = await phoneOf(patient.accountId)
  expect(said(await open(phone, clinician, { dateOfBirth: '1990-04-06' }))).toEqual([404, 'PATIENT_NOT_FOUND'])
  const rows = await world.db`select act, detail from audit where staff_id = ${clinician.staffId}`
  expect(rows).toMatchObject([{ act: 'search', detail: '{"by":"emergency","found":[]}' }])
  expect(await auditOf(world, patient.patientId)).toEqual([])
})

test('who tries number after number is stopped at the eleventh', async () => {
  const clinician = await insertClinician(world)
  const tries = []
  for (let nth = 0; nth < 11; nth++) tries.push((await open('+34699999999', clinician)).status)
  expect(tries.slice(-2)).toEqual([404, 429])
})

test('managers are written to, without a word of who or why; who has stopped managing is not', async () => {
  const email = `${randomUUID()}@example.test`
  const manager = await boss()
  const gone = await boss()
  await world.db`update staff set email = ${email} where id = ${manager.staffId}`
  await world.db`update staff set status = 'blocked' where id = ${gone.staffId}`
  const { patient } = await opened()
  const left = await world.db<{ staffId: string }[]>`
    select staff_id as "staffId" from notification where subject_id in (
      select id::text from break_glass where patient_id = ${patient.patientId})`
  expect(left.map(({ staffId }) => staffId)).toContain(manager.staffId)
  expect(left.map(({ staffId }) => staffId)).not.toContain(gone.staffId)
  await sendDue(world, 'record-opened')
  const [message] = await outboxOf(world, email)
  expect(message?.text).toContain('revisión')
  expect(JSON.stringify(message)).not.toMatch(/Ana|García|Marta|fainted/)
})

test('two taps open once', async () => {
  const patient = await insertPatient(world)
  const clinician = await insertClinician(world)
  const phone = await phoneOf(patient.accountId)
  await Promise.all([open(phone, clinician), open(phone, clinician)])
  expect(await world.db`select 1 from break_glass where patient_id = ${patient.patientId}`).toHaveLength(1)
  expect(await auditOf(world, patient.patientId)).toHaveLength(1)
})

test('only a clinician opens, and only a manager reviews', async () => {
  const manager = await insertClinician(world, { role: 'clinical-manager', isClinician: false })
  const { clinician } = await opened()
  expect(said(await open('+34699999999', manager))).toEqual([403, 'NOT_ALLOWED'])
  expect(said(await world.tell(listOpenings, {}, { token: clinician.token }))).toEqual([403, 'NOT_ALLOWED'])
})

test('a manager reviews it once, in words; nobody reviews their own', async () => {
  const manager = await insertClinician(world, { role: 'clinical-manager', isClinician: false })
  const both = await insertClinician(world, { role: 'clinician-and-clinical-manager' })
  const patient = await insertPatient(world)
  await open(await phoneOf(patient.accountId), both)
  const mine = (await openingsFor(both)).find(({ isMine }) => isMine)
  expect(mine).toMatchObject({ reason: REASON, reviewedAt: null })
  const id = mine?.id ?? ''
  expect(said(await review(id, both))).toEqual([409, 'NOT_YOURSELF'])
  const told = await Promise.all([review(id, manager), review(id, manager)])
  expect(told.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await openingsFor(manager)).find((one) => one.id === id)).toMatchObject({ verdict: 'justified' })
  expect((await auditOf(world, patient.patientId)).map(({ act }) => act)).toEqual(['break-glass', 'review-break-glass'])
})
