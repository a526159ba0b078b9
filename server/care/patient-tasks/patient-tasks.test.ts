import { saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { listPatientTasks, markRead } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { expect, onTestFinished, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { placeTestOrder } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { bookConsultation, setStartIn } from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const { db } = context
const { staffId } = await insertClinician(context)
context.services.config = { ...context.services.config, askedLater: [] }

const tasksOf = async ({ token }: Pick<TestPatient, 'token'>) =>
  (await context.sendCall(listPatientTasks, {}, { token })).body.items
const read = async (id: string, { token }: Pick<TestPatient, 'token'>) =>
  (await context.sendCall(markRead, { id }, { token })).status

async function closeWithNotes(consultationId: string): Promise<void> {
  await db`update consultation set status = 'CLOSED', held_by = null where id = ${consultationId}`
  await db`insert into note (consultation_id, author_id, text) values (${consultationId}, ${staffId}, 'Rest')`
}

test('signed notes wait until they are read, and an addendum waits again', async () => {
  const { consultationId, patient } = await bookConsultation(context, product)
  expect(await tasksOf(patient)).toEqual([])
  await closeWithNotes(consultationId)
  expect(await tasksOf(patient)).toMatchObject([
    { kind: 'unread-notes', consultationId, productName: product.name, patient: { id: patient.patientId } },
  ])
  expect(await read(consultationId, patient)).toBe(204)
  expect(await tasksOf(patient)).toEqual([])
  const [note] = await db`select id from note where consultation_id = ${consultationId}`
  await db`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${consultationId}, ${staffId}, 'And water', ${note?.id}, 'Left out')`
  expect(await tasksOf(patient)).toHaveLength(1)
})

test('an answered question waits until it is read', async () => {
  const patient = await newPatient(context)
  const [question] = await db<{ id: string }[]>`
    insert into question (patient_id, topic, text, key, due_at, answer, answered_by, answered_at)
    values (${patient.patientId}, 'nutrition', 'May I eat rice at night?', gen_random_uuid(),
      clock_timestamp() + interval '1 day', 'Yes.', ${staffId}, clock_timestamp())
    returning id`
  const questionId = question?.id ?? ''
  expect(await tasksOf(patient)).toMatchObject([{ kind: 'unread-answer', questionId }])
  await read(questionId, patient)
  expect(await tasksOf(patient)).toEqual([])
})

test('a payment that waits for its patient comes first', async () => {
  const { id, patient } = await placeTestOrder(context, product, 'good')
  await db`update care_order set status = 'PENDING' where id = ${id}`
  expect(await tasksOf(patient)).toMatchObject([{ kind: 'unpaid-order', orderId: id }])
})

test('a task of another family is neither listed nor marked', async () => {
  const { consultationId, patient } = await bookConsultation(context, product)
  await closeWithNotes(consultationId)
  const stranger = await newPatient(context)
  expect(await tasksOf(stranger)).toEqual([])
  expect(await read(consultationId, stranger)).toBe(404)
  expect(await tasksOf(patient)).toHaveLength(1)
})

test('the document that the partner asks for later waits until it is given, where a consultation is coming', async () => {
  const { services } = context
  const before = services.config
  services.config = { ...before, askedLater: ['document'] }
  onTestFinished(() => {
    services.config = before
  })
  const { consultationId, patient } = await bookConsultation(context, product)
  expect(await tasksOf(patient)).toMatchObject([{ kind: 'missing-document', consultationId }])
  await db`update patient set document_type = 'PASSPORT', document_number = ${patient.patientId.slice(0, 8)} where id = ${patient.patientId}`
  expect(await tasksOf(patient)).toEqual([])
})

test('a booked consultation without a summary waits for it in its last 7 days, until it is written', async () => {
  const at = await bookConsultation(context, product)
  const { consultationId, patient } = at
  await db`update consultation set summary = null where id = ${consultationId}`
  const [clinician] = await db`select name from clinician where id = ${at.clinicianId}`
  await setStartIn(context, at, 8 * 24 * 3600)
  expect(await tasksOf(patient)).toEqual([])
  await setStartIn(context, at, 6 * 24 * 3600)
  expect(await tasksOf(patient)).toMatchObject([
    { kind: 'missing-summary', consultationId, productName: product.name, clinicianName: clinician?.name },
  ])
  await context.sendCall(saveSummary, { id: consultationId, summary: 'I sleep badly since May.' }, patient)
  expect(await tasksOf(patient)).toEqual([])
})
