import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { acceptRequest, declineRequest, getRecord, listEditRequests } from '@cuida/core/care/record/desk-record-api.ts'
import { getMedicalHistory, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { MAX_OPEN_EDIT_REQUESTS } from '@cuida/core/kit/assumptions.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertPatient } from '../test-people.ts'
import { createPatientInCare, insertEntry, LATEX_ALLERGY, statusAndCode } from './test-record.ts'

const context = await createTestContext()

type Who = { token: string }
const sendEditRequest = (id: string, { token }: Who, more: { entryId?: string; text?: string } = {}) =>
  context.sendCall(requestEdit, { id, section: 'allergy', text: 'It is not penicillin', ...more }, { token })
const accept = (id: string, { token }: Who, entry = LATEX_ALLERGY) =>
  context.sendCall(acceptRequest, { id, ...entry }, { token })
const decline = (id: string, { token }: Who) =>
  context.sendCall(declineRequest, { id, answer: 'Your test of 2024 shows it' }, { token })
const history = async (id: string, { token }: Who) =>
  (await context.sendCall(getMedicalHistory, { id }, { token })).body
const inbox = async ({ token }: Who) => (await context.sendCall(listEditRequests, {}, { token })).body.items

/** A patient whose last care was long ago. */
async function longAgo() {
  const found = await createPatientInCare(context, 'CLOSED')
  await context.db`update consultation set changed_at = now() - interval '90 days' where id = ${found.consultationId}`
  return found
}

test('a request opens the record to former clinicians until it is answered, however long ago the care was [B2.25]', async () => {
  const { patient, clinician } = await longAgo()
  const open = () => context.sendCall(getRecord, { patientId: patient.patientId }, { token: clinician.token })
  expect((await open()).status).toBe(404)
  const { status, body } = await sendEditRequest(patient.patientId, patient)
  expect(status).toBe(201)
  expect((await inbox(clinician)).map(({ id }) => id)).toEqual([body.id])
  expect((await open()).body).toMatchObject({ because: 'edit-request', requests: [{ id: body.id }] })
  expect((await accept(body.id, clinician)).status).toBe(201)
  expect(await inbox(clinician)).toEqual([])
  await expect.poll(async () => (await open()).status).toBe(404)
})

test('an accepted request appears in the patient’s list as a medical-update, which cannot be rated [B3.3]', async () => {
  const { patient, clinician } = await longAgo()
  const listed = async () =>
    (
      await context.sendCall(
        listConsultations,
        { patientId: patient.patientId, type: 'medical-update' },
        { token: patient.token },
      )
    ).body.items
  const { body } = await sendEditRequest(patient.patientId, patient)
  expect(await listed()).toEqual([])
  await accept(body.id, clinician)
  await expect.poll(listed).toHaveLength(1)
  const [update] = await listed()
  expect(update).toMatchObject({ status: 'CLOSED', orderId: null, clinician: { name: 'Dra. Marta Ruiz' } })
  const rated = await context.sendCall(rateConsultation, { id: update?.id ?? '', stars: 5 }, { token: patient.token })
  expect(rated.status).toBe(409)
})

test('an accepted request writes the clinician’s entry with the patient’s reason [B7.27]', async () => {
  const { patient, clinician } = await createPatientInCare(context)
  const entryId = await insertEntry(context, patient.patientId, clinician)
  const { body } = await sendEditRequest(patient.patientId, patient, { entryId })
  await accept(body.id, clinician)
  const { entries, requests } = await history(patient.patientId, patient)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ text: 'Latex', reason: 'It is not penicillin', earlier: [{ id: entryId }] })
  expect(requests).toMatchObject([{ state: 'accepted', answeredBy: 'Dra. Marta Ruiz' }])
})

test('a request about a replaced entry applies to its current version', async () => {
  const { patient, clinician } = await createPatientInCare(context)
  const entryId = await insertEntry(context, patient.patientId, clinician)
  const one = await sendEditRequest(patient.patientId, patient, { entryId })
  const two = await sendEditRequest(patient.patientId, patient, { entryId, text: 'And it was in 2001' })
  await accept(one.body.id, clinician)
  expect((await accept(two.body.id, clinician)).status).toBe(201)
  expect((await history(patient.patientId, patient)).entries[0]?.earlier).toHaveLength(2)
})

test('a declined request shows its reason and leaves the record unchanged', async () => {
  const { patient, clinician } = await createPatientInCare(context)
  const { body } = await sendEditRequest(patient.patientId, patient)
  expect((await decline(body.id, clinician)).status).toBe(204)
  const { entries, requests } = await history(patient.patientId, patient)
  expect(entries).toEqual([])
  expect(requests).toMatchObject([{ state: 'declined', answer: 'Your test of 2024 shows it' }])
})

test('of two concurrent answers one is kept', async () => {
  const { patient, clinician } = await createPatientInCare(context)
  const { body } = await sendEditRequest(patient.patientId, patient)
  const answers = await Promise.all([accept(body.id, clinician), decline(body.id, clinician)])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.map(({ body: result }) => result?.code)).toContain('CHANGED_MEANWHILE')
})

test('a repeated request is stored once', async () => {
  const { patient } = await createPatientInCare(context)
  const replies = await Promise.all([1, 2, 3].map(() => sendEditRequest(patient.patientId, patient)))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
})

test('the eleventh open request is refused', async () => {
  const { patient } = await createPatientInCare(context)
  const questions = Array.from({ length: MAX_OPEN_EDIT_REQUESTS + 1 }, (_, nth) => `Question number ${nth}`)
  const result = []
  for (const text of questions) result.push(statusAndCode(await sendEditRequest(patient.patientId, patient, { text })))
  expect(result.slice(-2)).toEqual([
    [201, undefined],
    [409, 'TOO_MANY_OPEN'],
  ])
})

test('an unrelated clinician, and a manager who is no clinician, neither see nor answer it', async () => {
  const { patient } = await longAgo()
  const { body } = await sendEditRequest(patient.patientId, patient)
  const stranger = await insertClinician(context)
  expect((await inbox(stranger)).filter(({ id }) => id === body.id)).toEqual([])
  expect(statusAndCode(await accept(body.id, stranger))).toEqual([404, 'REQUEST_NOT_FOUND'])
  const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  expect(statusAndCode(await decline(body.id, manager))).toEqual([403, 'NOT_ALLOWED'])
})

test('a manager who is a clinician answers for a patient without former clinicians', async () => {
  const patient = await insertPatient(context)
  const { body } = await sendEditRequest(patient.patientId, patient)
  const both = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
  expect((await inbox(both)).map(({ id }) => id)).toContain(body.id)
  expect((await accept(body.id, both)).status).toBe(201)
})

test('an entry of another patient or section is not found', async () => {
  const ownCare = await createPatientInCare(context)
  const otherCare = await createPatientInCare(context)
  const entryId = await insertEntry(context, otherCare.patient.patientId, otherCare.clinician)
  expect(statusAndCode(await sendEditRequest(ownCare.patient.patientId, ownCare.patient, { entryId }))).toEqual([
    404,
    'ENTRY_NOT_FOUND',
  ])
})
