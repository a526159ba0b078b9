import type { PrescribedItem } from '@cuida/core/care/prescription/prescription.ts'
import { listDeskPrescriptions, prescribe } from '@cuida/core/care/prescription/prescription-api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

export const PARACETAMOL_ITEM: PrescribedItem = {
  medicine: 'Paracetamol 650 mg',
  route: 'oral',
  durationDays: 5,
  dosage: { amount: 1, unit: 'tablet', frequency: 'every-8-hours', asNeeded: false, packages: 1, packageSize: 20 },
  instructions: 'Con agua',
}
export const CANCELLATION_REASON = 'The dose was meant for another weight'
export const dateInDays = (days: number): string => dayAfter(new Date().toISOString().slice(0, 10), days)

/** A patient with a clinician who holds their consultation. */
export async function createPatientInCare(context: TestContext, heldBy?: TestClinician) {
  const patient = await insertPatient(context)
  const clinician = heldBy ?? (await insertClinician(context))
  const id = await insertConsultation(context, {
    patientId: patient.patientId,
    status: 'ACTIVE',
    heldBy: clinician.staffId,
    booked: { clinicianId: clinician.clinicianId, inMinutes: -5 },
    actions: ['QUEUED', 'ASSIGNED'],
  })
  return { id, patient, clinician }
}
export type PatientInCare = Awaited<ReturnType<typeof createPatientInCare>>

interface PrescriptionInput {
  key?: string
  items?: PrescribedItem[]
  validUntil?: string
  allergyReason?: string
}
export const signTestPrescription = (
  context: TestContext,
  { id, clinician }: PatientInCare,
  input: PrescriptionInput = {},
  token = clinician.token,
) =>
  context.sendCall(
    prescribe,
    { id, key: crypto.randomUUID(), items: [PARACETAMOL_ITEM], validUntil: dateInDays(30), ...input },
    { token },
  )

/** Signs a prescription and lets the provider issue it. */
export async function issueTestPrescription(
  context: TestContext,
  care: PatientInCare,
  input: PrescriptionInput = {},
): Promise<string> {
  const { body } = await signTestPrescription(context, care, input)
  await runSubscriptionJobs(context)
  return body.id
}

export const readDeskPrescriptions = async (context: TestContext, { id, clinician }: PatientInCare) =>
  (await context.sendCall(listDeskPrescriptions, { id }, { token: clinician.token })).body

export const planPrescriptionFault = (
  context: TestContext,
  fault: { provider: string; fault: string; times?: number },
) =>
  fetch(`${context.simulatorsUrl}/simulators/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
