import {
  cancelPrescription,
  getPrescriptionAccess,
  listPrescriptions,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { describe, expect, test } from 'vitest'
import { newDependant } from '../../booking/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertPatient, type TestPatient } from '../test-people.ts'
import { enqueueUnfinishedPrescriptions, prescriptionJobs } from './prescription-jobs.ts'
import {
  CANCELLATION_REASON,
  createPatientInCare,
  dateInDays,
  issueTestPrescription,
  PARACETAMOL_ITEM,
  type PatientInCare,
  planPrescriptionFault,
  readDeskPrescriptions,
  signTestPrescription,
} from './test-prescriptions.ts'

const context = await createTestContext()

const read = async ({ patientId, token }: TestPatient, type?: 'current' | 'past') =>
  (await context.sendCall(listPrescriptions, { patientId, type }, { token })).body.items
const open = ({ patientId, token }: TestPatient, id: string) =>
  context.sendCall(getPrescriptionAccess, { patientId, id }, { token })
const cancel = ({ id, clinician }: PatientInCare, prescriptionId: string, token = clinician.token) =>
  context.sendCall(cancelPrescription, { id, prescriptionId, reason: CANCELLATION_REASON }, { token })

describe('prescribing [B1.8]', () => {
  test('a prescription reaches the provider, and the patient gets the link for the pharmacy [B3.15] [B7.27]', async () => {
    const care = await createPatientInCare(context)
    const id = await issueTestPrescription(context, care)
    expect(await read(care.patient, 'current')).toMatchObject([
      { id, state: 'issued', provider: 'medikit', items: [PARACETAMOL_ITEM], clinician: { registrationNumber: '1' } },
    ])
    expect(await read(care.patient, 'past')).toEqual([])
    const { body } = await open(care.patient, id)
    const page = await fetch(body.link.replace('http://127.0.0.1/', `${context.simulatorsUrl}/`), {
      method: 'POST',
      body: new URLSearchParams({ code: body.unlockCode }),
    })
    expect(await page.text()).toContain(PARACETAMOL_ITEM.medicine)
  })
  test('the patient is notified once, without details, even when two workers issue it at once', async () => {
    const care = await createPatientInCare(context)
    // Without quiet hours, so that the test is independent of the time of day.
    await context.db`insert into notification_settings (account_id, channels, topics) values (${care.patient.accountId}, '{email}', '{records}')`
    const { body } = await signTestPrescription(context, care)
    const { sendPrescription } = prescriptionJobs(context.services)
    await Promise.all([1, 2].map(() => sendPrescription({ prescriptionId: body.id })))
    const notification = await context.db`select type as kind from notification where consultation_id = ${care.id}`
    expect(notification.map(({ kind }) => kind)).toEqual(['prescription'])
    await runSubscriptionJobs(context)
    const [account] = await context.db`select email from account where id = ${care.patient.accountId}`
    const reply = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(account?.email)}`)
    const messages = (await reply.json()) as { text: string }[]
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toContain(`/consultations/${care.id}`)
    expect(messages[0]?.text).not.toMatch(new RegExp(`${PARACETAMOL_ITEM.medicine}|prescri|receta`, 'i'))
  })
  test('a prescription that the provider refuses sends no notification', async () => {
    const care = await createPatientInCare(context)
    await context.db`update clinician set registration_number = '00000' where id = ${care.clinician.clinicianId}`
    await issueTestPrescription(context, care)
    expect(await context.db`select 1 from notification where consultation_id = ${care.id}`).toEqual([])
  })
  test('a repeated request makes one prescription and cannot change it', async () => {
    const care = await createPatientInCare(context)
    const key = crypto.randomUUID()
    const [first, second] = await Promise.all([
      signTestPrescription(context, care, { key }),
      signTestPrescription(context, care, { key }),
    ])
    expect(first.body.id).toBe(second.body.id)
    const other = await signTestPrescription(context, care, {
      key,
      items: [{ ...PARACETAMOL_ITEM, dosage: { ...PARACETAMOL_ITEM.dosage, amount: 2 } }],
    })
    expect(statusAndCodeOf(other)).toEqual([409, 'SIGNED_ALREADY'])
    expect((await readDeskPrescriptions(context, care)).items).toHaveLength(1)
  })
  test('after a lost reply the provider is asked again and has one prescription', async () => {
    const care = await createPatientInCare(context)
    await planPrescriptionFault(context, { provider: 'medikit', fault: 'did-it-then-5xx' })
    await signTestPrescription(context, care)
    await expect(runSubscriptionJobs(context)).rejects.toThrow('medikit')
    expect((await read(care.patient)).map(({ state }) => state)).toEqual(['sending'])
    await context.db`update prescription set changed_at = changed_at - interval '1 minute' where state = 'sending'`
    await enqueueUnfinishedPrescriptions(context.services)
    await runSubscriptionJobs(context)
    expect((await read(care.patient)).map(({ state }) => state)).toEqual(['issued'])
  })
  test('the clinician reads the provider’s reason for a refusal; the patient does not see the prescription', async () => {
    const care = await createPatientInCare(context)
    await context.db`update clinician set registration_number = '00000' where id = ${care.clinician.clinicianId}`
    await issueTestPrescription(context, care)
    expect((await readDeskPrescriptions(context, care)).items).toMatchObject([
      { state: 'refused', problem: 'PRESCRIBER_UNKNOWN' },
    ])
    expect(await read(care.patient)).toEqual([])
  })
  test('only the holder of the consultation prescribes, and only before its end', async () => {
    const care = await createPatientInCare(context)
    const stranger = await insertClinician(context, { products: [] })
    const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    expect(statusAndCodeOf(await signTestPrescription(context, care, {}, stranger.token))).toEqual([
      404,
      'CONSULTATION_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await signTestPrescription(context, care, {}, manager.token))).toEqual([
      404,
      'CONSULTATION_NOT_FOUND',
    ])
    expect((await signTestPrescription(context, care, {}, care.patient.token)).status).toBe(401)
    await context.db`update consultation set status = 'CLOSED' where id = ${care.id}`
    expect(statusAndCodeOf(await signTestPrescription(context, care))).toEqual([409, 'NOT_NOW'])
  })
  test('the validity must lie between today and a year from now', async () => {
    const care = await createPatientInCare(context)
    expect(statusAndCodeOf(await signTestPrescription(context, care, { validUntil: dateInDays(-2) }))).toEqual([
      400,
      'BAD_VALIDITY',
    ])
    expect(statusAndCodeOf(await signTestPrescription(context, care, { validUntil: dateInDays(368) }))).toEqual([
      400,
      'BAD_VALIDITY',
    ])
  })
  test.each([
    ['no medicine', []],
    ['a medicine without a dose', [{ ...PARACETAMOL_ITEM, dosage: { ...PARACETAMOL_ITEM.dosage, amount: 0 } }]],
    [
      'a dose “as written” without instructions',
      [
        {
          ...PARACETAMOL_ITEM,
          instructions: ' ',
          dosage: { ...PARACETAMOL_ITEM.dosage, frequency: 'as-written' as const },
        },
      ],
    ],
    ['an unknown route', [{ ...PARACETAMOL_ITEM, route: 'by post' as never }]],
    ['a duration beyond the limit', [{ ...PARACETAMOL_ITEM, durationDays: 366 }]],
  ])('a prescription with %s is invalid', async (_, items) => {
    expect(statusAndCodeOf(await signTestPrescription(context, await createPatientInCare(context), { items }))).toEqual(
      [400, 'INVALID'],
    )
  })
  test('a medicine that matches an allergy by name or group needs a reason', async () => {
    const care = await createPatientInCare(context)
    await context.db`
      insert into history_entry (patient_id, kind, text, severity, status, author_id)
      values (${care.patient.patientId}, 'allergy', 'Polen', 'mild', 'active', ${care.clinician.staffId}),
        (${care.patient.patientId}, 'allergy', 'Penicilina', 'anaphylaxis', 'active', ${care.clinician.staffId})`
    expect((await readDeskPrescriptions(context, care)).allergies).toEqual(['Penicilina', 'Polen'])
    const items = [{ ...PARACETAMOL_ITEM, medicine: 'Amoxicilina 500 mg' }]
    expect(statusAndCodeOf(await signTestPrescription(context, care, { items }))).toEqual([
      409,
      'ALLERGY_REASON_REQUIRED',
    ])
    expect(await context.db`select 1 from prescription where consultation_id = ${care.id}`).toEqual([])
    const allergyReason = 'Tolerated it in 2025 under supervision'
    expect((await signTestPrescription(context, care, { items, allergyReason })).status).toBe(201)
    expect((await signTestPrescription(context, care, { allergyReason: 'There is no match here' })).status).toBe(201)
    expect((await readDeskPrescriptions(context, care)).items.map((one) => one.allergyReason)).toEqual([
      allergyReason,
      null,
    ])
    const result = JSON.stringify(await read(care.patient))
    expect(result).not.toContain(allergyReason)
  })
  test('medicines are also checked against the patient’s latest statement from a booking', async () => {
    const care = await createPatientInCare(context)
    const symptoms = [
      { questionId: 'allergies', answer: 'yes', about: 'allergies' },
      { questionId: 'which-allergies', answer: 'a la dipirona', about: 'allergies' },
    ]
    await context.db`update consultation set symptoms = ${context.db.json(symptoms)} where id = ${care.id}`
    expect((await readDeskPrescriptions(context, care)).allergies).toEqual(['a la dipirona'])
    const items = [{ ...PARACETAMOL_ITEM, medicine: 'Nolotil 575 mg' }]
    expect(statusAndCodeOf(await signTestPrescription(context, care, { items }))).toEqual([
      409,
      'ALLERGY_REASON_REQUIRED',
    ])
  })
  test('a product without prescriptions refuses them', async () => {
    const care = await createPatientInCare(context)
    await context.db`update consultation set product_slug = 'nutrition-now' where id = ${care.id}`
    expect((await readDeskPrescriptions(context, care)).signing).toBe('nowhere')
    expect(statusAndCodeOf(await signTestPrescription(context, care))).toEqual([409, 'NO_PRESCRIPTIONS'])
    await context.db`update consultation set product_slug = 'general-consultation' where id = ${care.id}`
    expect((await signTestPrescription(context, care)).status).toBe(201)
  })
})

describe('the signed content', () => {
  test('an item has its dosage in the clinic’s language and the catalogue’s code', async () => {
    const care = await createPatientInCare(context)
    await signTestPrescription(context, care, {
      items: [PARACETAMOL_ITEM, { ...PARACETAMOL_ITEM, medicine: 'Paracetamol 650 mg comprimidos' }],
    })
    const fields = { dose: '1 comprimido', frequency: 'cada 8 horas', quantity: '1 envase de 20' }
    expect((await readDeskPrescriptions(context, care)).items).toMatchObject([
      {
        items: [
          { ...fields, code: null },
          { ...fields, code: 'N02BE01' },
        ],
      },
    ])
  })
  test('an earlier item is offered for renewal in the same patient’s next consultation only', async () => {
    const care = await createPatientInCare(context)
    await issueTestPrescription(context, care)
    const other = await createPatientInCare(context, care.clinician)
    await context.db`update consultation set patient_id = ${care.patient.patientId} where id = ${other.id}`
    const next = { ...care, id: other.id }
    expect((await readDeskPrescriptions(context, next)).earlier).toMatchObject([{ items: [PARACETAMOL_ITEM] }])
    expect((await readDeskPrescriptions(context, care)).earlier).toEqual([])
    expect((await readDeskPrescriptions(context, await createPatientInCare(context, care.clinician))).earlier).toEqual(
      [],
    )
  })
  test('routes that the author often prescribes for the product come first', async () => {
    const care = await createPatientInCare(context)
    expect((await readDeskPrescriptions(context, care)).routes[0]).toBe('oral')
    await signTestPrescription(context, care, { items: [{ ...PARACETAMOL_ITEM, route: 'subcutaneous' }] })
    expect((await readDeskPrescriptions(context, care)).routes.slice(0, 2)).toEqual(['subcutaneous', 'oral'])
    const other = await createPatientInCare(context, care.clinician)
    await context.db`update consultation set product_slug = 'general-consultation' where id = ${other.id}`
    expect((await readDeskPrescriptions(context, other)).routes[0]).toBe('oral')
  })
})

describe('a signed prescription', () => {
  test('a signed prescription cannot be changed, not even in the database', async () => {
    const id = await issueTestPrescription(context, await createPatientInCare(context))
    await expect(context.db`update prescription set items = '[{}]' where id = ${id}`).rejects.toThrow('not rewritten')
    await expect(context.db`update prescription set valid_until = '2030-01-01' where id = ${id}`).rejects.toThrow()
    await expect(context.db`delete from prescription where id = ${id}`).rejects.toThrow('not rewritten')
  })
  test('signing and cancelling are audited, with the reason', async () => {
    const care = await createPatientInCare(context)
    const id = await issueTestPrescription(context, care)
    await cancel(care, id)
    const rows = await withReasons(
      context.db,
      context.db`select act, reason, staff_id, detail::json as detail from audit where subject_id = ${id} order by seq`,
    )
    expect(rows).toMatchObject([
      { act: 'prescribe', reason: null, staff_id: care.clinician.staffId },
      { act: 'cancel-prescription', reason: CANCELLATION_REASON, detail: { consultationId: care.id } },
    ])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
  test('its author can cancel it after the consultation too, and it then counts as past', async () => {
    const care = await createPatientInCare(context)
    const id = await issueTestPrescription(context, care)
    await context.db`update consultation set status = 'CLOSED' where id = ${care.id}`
    expect((await cancel(care, id)).status).toBe(204)
    expect((await cancel(care, id)).status).toBe(204)
    await runSubscriptionJobs(context)
    expect(await read(care.patient, 'past')).toMatchObject([{ id, state: 'cancelled' }])
    expect(statusAndCodeOf(await open(care.patient, id))).toEqual([409, 'NOT_ISSUED'])
  })
  test('a dispensed prescription stays valid, and the clinician reads why', async () => {
    const care = await createPatientInCare(context)
    const id = await issueTestPrescription(context, care)
    const { body } = await open(care.patient, id)
    const code = new URLSearchParams({ code: body.unlockCode, act: 'dispense' })
    await fetch(body.link.replace('http://127.0.0.1/', `${context.simulatorsUrl}/`), { method: 'POST', body: code })
    await cancel(care, id)
    await runSubscriptionJobs(context)
    expect((await readDeskPrescriptions(context, care)).items).toMatchObject([
      { state: 'issued', problem: 'DISPENSED' },
    ])
  })
  test('it cannot be cancelled before it is issued, by a colleague, or through another consultation', async () => {
    const clinician = await insertClinician(context)
    const care = await createPatientInCare(context, clinician)
    const other = await createPatientInCare(context, clinician)
    const { body } = await signTestPrescription(context, care)
    expect(statusAndCodeOf(await cancel(care, body.id))).toEqual([409, 'NOT_CANCELLABLE'])
    expect(statusAndCodeOf(await cancel(other, body.id))).toEqual([404, 'PRESCRIPTION_NOT_FOUND'])
    expect(statusAndCodeOf(await cancel(care, crypto.randomUUID()))).toEqual([404, 'PRESCRIPTION_NOT_FOUND'])
    const colleague = await insertClinician(context)
    await context.db`update consultation set clinician_id = ${colleague.clinicianId} where id = ${care.id}`
    expect(statusAndCodeOf(await cancel(care, body.id, colleague.token))).toEqual([409, 'NOT_YOURS'])
    await runSubscriptionJobs(context)
  })
  test('its link is available only while the provider answers', async () => {
    const care = await createPatientInCare(context)
    const id = await issueTestPrescription(context, care)
    await planPrescriptionFault(context, { provider: 'medikit', fault: '5xx' })
    expect((await open(care.patient, id)).status).toBe(503)
    expect((await open(care.patient, id)).status).toBe(200)
  })
  test('the patient’s account holder reads it, and no other account', async () => {
    const holder = await insertPatient(context)
    const stranger = await insertPatient(context)
    const child = { ...holder, patientId: await newDependant(context, holder, '2018-05-05') }
    const care = await createPatientInCare(context)
    await context.db`update consultation set patient_id = ${child.patientId} where id = ${care.id}`
    const id = await issueTestPrescription(context, care)
    expect(await read(child)).toMatchObject([{ id }])
    expect(await read(holder)).toEqual([])
    const reply = await context.sendCall(listPrescriptions, { patientId: child.patientId }, { token: stranger.token })
    expect(statusAndCodeOf(reply)).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(statusAndCodeOf(await open({ ...child, token: stranger.token }, id))).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(statusAndCodeOf(await open(holder, id))).toEqual([404, 'PRESCRIPTION_NOT_FOUND'])
  })
})
