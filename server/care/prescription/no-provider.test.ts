import {
  cancelPrescription,
  getPrescriptionAccess,
  listPrescriptions,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { expect, test } from 'vitest'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  CANCELLATION_REASON,
  createPatientInCare,
  dateInDays,
  issueTestPrescription,
  PARACETAMOL_ITEM,
  type PatientInCare,
  readDeskPrescriptions,
  signTestPrescription,
} from './test-prescriptions.ts'

const context = await createTestContext()

/** Switches the content to `none`; earlier prescriptions stay. */
function leaveProvider(): void {
  context.services.providers.prescriptions = undefined
}

const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]

async function everyRefusal({ id, clinician: { token } }: PatientInCare, prescriptionId: string) {
  const key = crypto.randomUUID()
  const result = [
    await context.sendCall(prescribe, { id, key, items: [PARACETAMOL_ITEM], validUntil: dateInDays(30) }, { token }),
    await context.sendCall(openPrescriptionWindow, { id }, { token }),
    await context.sendCall(recordSigned, { id, providerId: 'anything' }, { token }),
    await context.sendCall(cancelPrescription, { id, prescriptionId, reason: CANCELLATION_REASON }, { token }),
  ]
  return result.map(answerOf)
}

test('a clinic without a provider cannot prescribe but still reads earlier prescriptions', async () => {
  const care = await createPatientInCare(context)
  const { patientId, token } = care.patient
  const id = await issueTestPrescription(context, care)
  const other = await createPatientInCare(context)
  const unsent = (await signTestPrescription(context, other)).body.id
  leaveProvider()

  expect(await everyRefusal(care, id)).toEqual([
    ...[0, 1, 2].map(() => [409, 'NO_PRESCRIPTIONS']),
    [409, 'NOT_CANCELLABLE'],
  ])
  expect(await readDeskPrescriptions(context, care)).toMatchObject({
    signing: 'nowhere',
    items: [{ id, mayCancel: false }],
  })
  expect((await context.sendCall(listPrescriptions, { patientId }, { token })).body.items).toMatchObject([{ id }])
  expect(answerOf(await context.sendCall(getPrescriptionAccess, { patientId, id }, { token }))).toEqual([
    409,
    'NOT_ISSUED',
  ])

  // A prescription that the former provider never answered stays unsent; its job ends without an error or endless
  // retries.
  await runSubscriptionJobs(context)
  expect(await context.db`select state from prescription where id = ${unsent}`).toEqual([{ state: 'sending' }])
})
