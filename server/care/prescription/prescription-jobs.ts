import { localTime } from '@cuida/core/kit/zone.ts'
import type { Tx } from '../../kit/db/db.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { enqueue, type JobHandlers } from '../../kit/jobs/jobs.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { PrescriptionRefused } from '../../providers/prescription/port.ts'
import type { Services } from '../../services.ts'
import {
  findPrescriptionToSend,
  findUnfinishedPrescriptions,
  type PrescriptionToSend,
} from './prescription-send-store.ts'
import { clearProviderId, lockPrescription, savePrescriptionState, saveRead } from './prescription-store.ts'

/** Idempotent. While the provider is down the job throws, and the queue retries it. */
export function prescriptionJobs(services: Services): Pick<JobHandlers, 'sendPrescription'> {
  return { sendPrescription: ({ prescriptionId }) => processPrescription(services, prescriptionId) }
}

export const enqueuePrescription = (tx: Tx, prescriptionId: string): Promise<void> =>
  enqueue(tx, 'sendPrescription', { prescriptionId }, { key: `prescription:${prescriptionId}` })

/** Scheduled job: enqueues unfinished prescriptions again, whatever became of their first job. */
export async function enqueueUnfinishedPrescriptions({ db }: Services): Promise<void> {
  await db.begin(async (tx) => {
    for (const id of await findUnfinishedPrescriptions(tx)) await enqueuePrescription(tx, id)
  })
}

/**
 * Concurrent runs are harmless: the provider deduplicates by our id, and the row lock lets only one of them change
 * the state.
 */
async function processPrescription(services: Services, id: string): Promise<void> {
  const found = await findPrescriptionToSend(services.db, id)
  // The partner has changed providers since; this prescription can no longer be sent.
  if (!found || found.provider !== services.providers.prescriptions?.provider) return
  if (found.state === 'signing') await readSigned(services, found)
  if (found.state === 'sending') await issue(services, found)
  if (found.state === 'cancelling') await cancel(services, found)
}

async function issue(services: Services, found: PrescriptionToSend): Promise<void> {
  const port = services.providers.prescriptions
  if (port?.signing !== 'here') return
  const { id, prescriber, patient, validUntil, items } = found
  const signedOn = localTime(services.config.timeZone, found.signedAt).day
  try {
    const providerId = await port.issue({ id, prescriber, patient, signedOn, validUntil, items })
    failpoint('prescription.issued-at-provider')
    await moveOn(services, id, (tx, now) => accept(tx, now, { providerId }))
  } catch (error) {
    if (!(error instanceof PrescriptionRefused)) throw error
    services.log.warn('the provider refused a prescription', { provider: port.provider, error })
    await moveOn(services, id, (tx, now) => savePrescriptionState(tx, now, 'refused', { problem: error.code }))
  }
}

/**
 * For a prescription signed in the provider's window: its items and patient come from the provider, never from the
 * client.
 */
async function readSigned(
  services: Services,
  { id, providerId, prescriber, patient }: PrescriptionToSend,
): Promise<void> {
  const port = services.providers.prescriptions
  if (port?.signing !== 'there') return
  const found = await port.read(providerId ?? '', prescriber)
  await moveOn(services, id, async (tx, now) => {
    if (found?.patientId === patient.id) {
      await saveRead(tx, id, found.items)
      return accept(tx, now)
    }
    await clearProviderId(tx, id)
    return savePrescriptionState(tx, now, 'abandoned', { problem: 'NOT_THIS_PATIENT' })
  })
}

async function cancel(services: Services, { id, providerId, cancelReason }: PrescriptionToSend): Promise<void> {
  const port = services.providers.prescriptions
  if (port?.signing !== 'here') return
  const end = await port.cancel(providerId ?? '', cancelReason ?? '')
  failpoint('prescription.cancelled-at-provider')
  const problem = end === 'dispensed' ? 'DISPENSED' : null
  await moveOn(services, id, (tx, now) => savePrescriptionState(tx, now, end, { problem }))
}

/** Marks the prescription issued and notifies the patient, once. */
async function accept(tx: Tx, now: Parameters<Step>[1], more: { providerId?: string } = {}): Promise<void> {
  if (await savePrescriptionState(tx, now, 'accepted', more))
    await enqueueCareNotification(tx, { consultationId: now.consultationId }, 'prescription')
}

type Step = (tx: Tx, now: NonNullable<Awaited<ReturnType<typeof lockPrescription>>>) => Promise<unknown>
const moveOn = ({ db }: Services, id: string, step: Step) =>
  db.begin(async (tx) => {
    const now = await lockPrescription(tx, id)
    if (now) await step(tx, now)
  })
