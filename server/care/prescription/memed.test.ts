import {
  getPrescriptionAccess,
  listPrescriptions,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { describe, expect, test } from 'vitest'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician } from '../test-people.ts'
import {
  createPatientInCare,
  dateInDays,
  PARACETAMOL_ITEM,
  type PatientInCare,
  planPrescriptionFault,
  readDeskPrescriptions,
} from './test-prescriptions.ts'

const context = await createTestContext({ partner: 'bem-leve' })

/** A consultation held by a clinician whose licence the council knows. */
async function care(): Promise<PatientInCare> {
  const one = await createPatientInCare(context)
  await context.db`
    update clinician set registration_number = 'CRM-SP 123456' where id = ${one.clinician.clinicianId}`
  return one
}
const open = ({ id, clinician }: PatientInCare, token = clinician.token) =>
  context.sendCall(openPrescriptionWindow, { id }, { token })
const record = ({ id, clinician }: PatientInCare, providerId: string) =>
  context.sendCall(recordSigned, { id, providerId }, { token: clinician.token })
const read = async ({ patient: { patientId, token } }: PatientInCare) =>
  (await context.sendCall(listPrescriptions, { patientId }, { token })).body.items

/** Signs as the module in the clinician's browser does. */
async function signThere(one: PatientInCare): Promise<string> {
  const { token, patient } = (await open(one)).body
  const answer = await fetch(`${context.simulatorsUrl}/simulators/memed/module/prescricoes`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({
      token,
      paciente: { idExterno: patient.id, nome: patient.name },
      medicamentos: [{ nome: 'Dipirona 500 mg', posologia: '<b>1 comprimido</b> se tiver dor', quantidade: 1 }],
    }),
  })
  return ((await answer.json()) as { prescriptionUuid: string }).prescriptionUuid
}

describe('a prescription signed at Memed', () => {
  test('the prescription is read from Memed, and its patient gets the link to open it', async () => {
    const one = await care()
    const { body } = await record(one, await signThere(one))
    expect(await read(one)).toEqual([])
    await runSubscriptionJobs(context)
    expect(await read(one)).toMatchObject([
      {
        id: body.id,
        state: 'issued',
        items: [{ medicine: 'Dipirona 500 mg', instructions: '1 comprimido se tiver dor' }],
      },
    ])
    const { patientId, token } = one.patient
    const access = await context.sendCall(getPrescriptionAccess, { patientId, id: body.id }, { token })
    expect(access.body.unlockCode).toMatch(/^\d{4}$/)
  })
  test('a repeated report makes one prescription', async () => {
    const one = await care()
    const providerId = await signThere(one)
    const [first, second] = await Promise.all([record(one, providerId), record(one, providerId)])
    expect(first.body.id).toBe(second.body.id)
    await runSubscriptionJobs(context)
    expect((await readDeskPrescriptions(context, one)).items).toHaveLength(1)
  })
  test('another patient’s prescription is abandoned and can be reported for the right one', async () => {
    const clinician = await insertClinician(context)
    await context.db`update clinician set registration_number = 'CRM-SP 7' where id = ${clinician.clinicianId}`
    const right = await createPatientInCare(context, clinician)
    const wrong = await createPatientInCare(context, clinician)
    const providerId = await signThere(right)
    await record(wrong, providerId)
    expect(statusAndCodeOf(await record(right, providerId))).toEqual([409, 'SIGNED_ALREADY'])
    await runSubscriptionJobs(context)
    expect((await readDeskPrescriptions(context, wrong)).items).toMatchObject([
      { state: 'cancelled', problem: 'NOT_THIS_PATIENT' },
    ])
    expect(await read(wrong)).toMatchObject([])
    await record(right, providerId)
    await runSubscriptionJobs(context)
    expect(await read(right)).toMatchObject([{ state: 'issued' }])
  })
  test('the prescription waits while Memed does not answer', async () => {
    const one = await care()
    await record(one, await signThere(one))
    await planPrescriptionFault(context, { provider: 'memed', fault: '5xx' })
    await expect(runSubscriptionJobs(context)).rejects.toThrow('memed')
    expect((await readDeskPrescriptions(context, one)).items).toMatchObject([{ state: 'signing' }])
  })
})

describe('the signing window', () => {
  test('the window opens only for the holder of the consultation', async () => {
    const one = await care()
    const stranger = await insertClinician(context, { products: [] })
    expect(statusAndCodeOf(await open(one, stranger.token))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    await context.db`update consultation set status = 'CLOSED' where id = ${one.id}`
    expect(statusAndCodeOf(await open(one))).toEqual([409, 'NOT_NOW'])
  })
  test('the window gets the patient’s identity, and no phone, address or reason', async () => {
    const { body } = await open(await care())
    expect(Object.keys(body.patient).sort()).toEqual(['document', 'id', 'name'])
  })
  test('the window does not open for an unknown licence, nor while Memed is down', async () => {
    const one = await createPatientInCare(context)
    expect(statusAndCodeOf(await open(one))).toEqual([409, 'PRESCRIBER_UNKNOWN'])
    await planPrescriptionFault(context, { provider: 'memed', fault: '5xx' })
    expect((await open(one)).status).toBe(503)
  })
  test('the desk’s own form is refused with this provider', async () => {
    const { id, clinician } = await care()
    const input = { id, key: crypto.randomUUID(), items: [PARACETAMOL_ITEM], validUntil: dateInDays(30) }
    expect(statusAndCodeOf(await context.sendCall(prescribe, input, { token: clinician.token }))).toEqual([
      409,
      'SIGNED_ELSEWHERE',
    ])
  })
  test('the window is served only on the other host, framed by the desk alone [B3.15]', async () => {
    const { PRESCRIPTION_ORIGIN = '', PUBLIC_URL } = context.services.env
    const fetchWindow = (host: string) => context.app.inject({ url: '/prescription-window', headers: { host } })
    const response = await fetchWindow(new URL(PRESCRIPTION_ORIGIN).host)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toContain(`frame-ancestors ${new URL(PUBLIC_URL).origin}`)
    expect((await fetchWindow(new URL(PUBLIC_URL).host)).statusCode).toBe(404)
  })
})
