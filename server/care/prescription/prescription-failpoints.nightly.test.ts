import { cancelPrescription } from '@cuida/core/care/prescription/prescription-api.ts'
import { expect, test } from 'vitest'
import { createProcessRunner, deleteWaitingJobs } from '../../checkout/payment/test-processes.ts'
import { prescriptionFailpoints } from '../../kit/jobs/failpoint.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { enqueueUnfinishedPrescriptions } from './prescription-jobs.ts'
import {
  CANCELLATION_REASON,
  createPatientInCare,
  dateInDays,
  issueTestPrescription,
  PARACETAMOL_ITEM,
  type PatientInCare,
  signTestPrescription,
} from './test-prescriptions.ts'

/** Kills the process at every durable step of a prescription, then continues with healthy processes. */
const tried: string[] = []
const signed: { care: PatientInCare; id: string }[] = []
let cancelled = ''
const context = await createTestContext()
const processes = createProcessRunner(context)

test.each(['prescription.before-commit', 'prescription.signed'] as const)(
  'when the API dies at %s, a retry signs one prescription [B3.15]',
  async (at) => {
    const care = await createPatientInCare(context)
    const key = crypto.randomUUID()
    const input = { key, items: [PARACETAMOL_ITEM], validUntil: dateInDays(30) }
    const api = await processes.doomedApi(at)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${care.clinician.token}` }
    const url = `${api.url}/v1/desk/consultations/${care.id}/prescriptions`
    await expect(fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })).rejects.toThrow()
    expect(await api.end).toBe('SIGKILL')
    const { body } = await signTestPrescription(context, care, input)
    expect(await context.db`select 1 from prescription where consultation_id = ${care.id}`).toHaveLength(1)
    signed.push({ care, id: body.id })
    tried.push(at)
  },
)

test('the worker dies after the provider has issued it', async () => {
  await deleteWaitingJobs(context)
  const care = await createPatientInCare(context)
  const end = processes.doomedWorker('prescription.issued-at-provider')
  signed.push({ care, id: (await signTestPrescription(context, care)).body.id })
  expect(await end).toBe('SIGKILL')
  tried.push('prescription.issued-at-provider')
})

test('the worker dies after the provider has cancelled it', async () => {
  await deleteWaitingJobs(context)
  const care = await createPatientInCare(context)
  cancelled = await issueTestPrescription(context, care)
  const end = processes.doomedWorker('prescription.cancelled-at-provider')
  const input = { id: care.id, prescriptionId: cancelled, reason: CANCELLATION_REASON }
  await context.sendCall(cancelPrescription, input, { token: care.clinician.token })
  expect(await end).toBe('SIGKILL')
  tried.push('prescription.cancelled-at-provider')
})

test('every failpoint was tried', () => expect(tried.sort()).toEqual([...prescriptionFailpoints].sort()))

test('a healthy worker completes every request: one prescription each at the provider, and the cancelled one is cancelled', async () => {
  await context.db`update prescription set changed_at = changed_at - interval '1 minute' where state in ('sending', 'cancelling')`
  // A worker's own scheduled job runs only every 15 s.
  await enqueueUnfinishedPrescriptions(context.services)
  processes.worker()
  const open = () => context.db`select 1 from prescription where state in ('sending', 'cancelling')`
  await expect.poll(open, { timeout: 45_000, interval: 300 }).toHaveLength(0)
  for (const { id } of signed) expect(await atProvider(id)).toEqual(['ISSUED'])
  expect(await atProvider(cancelled)).toEqual(['CANCELLED'])
})

async function atProvider(id: string): Promise<string[]> {
  const answer = await fetch(`${context.simulatorsUrl}/simulators/medikit/of/${id}`)
  return ((await answer.json()) as { status: string }[]).map(({ status }) => status)
}
