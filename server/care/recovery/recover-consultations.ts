import { afterDayEnd } from '@cuida/core/consultation/reassignment.ts'
import { localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { lockConsultation, saveCancelling, saveStep } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { endBooking, lockOrderOf } from '../booked/cancel.ts'
import {
  enqueueLateNotifications,
  findRelease,
  findToRelease,
  markForRecovery,
  type RecoveryClock,
} from './recovery-store.ts'

/**
 * Scheduled job: marks missed starts and clinicians who are absent while they hold a consultation, notifies the
 * patients, and ends consultations whose patient did not choose between waiting, another clinician and a refund in
 * time. Safe to run in several workers, because each consultation is checked again under its lock.
 */
export async function recoverConsultations(services: Services): Promise<void> {
  const { db } = services
  const clock = clockOf(services)
  await db.begin(async (tx) => {
    if (await markForRecovery(tx, clock.care, clock.now)) await notifyChanged(tx, ['queue'])
    await enqueueLateNotifications(tx, clock.care, clock.now)
  })
  for (const id of await findToRelease(db, clock)) {
    await db.begin(async (tx) => {
      await release(tx, id, clock)
      failpoint('release.before-commit')
    })
    failpoint('release.committed')
  }
}

function clockOf({ config, now }: Services): RecoveryClock {
  const moment = now()
  const { day } = localTime(config.timeZone, moment)
  return { care: config.partnerConfig.care, now: moment, midnight: momentOf(config.timeZone, day, '00:00') }
}

async function release(tx: Tx, id: string, clock: RecoveryClock): Promise<void> {
  const order = await lockOrderOf(tx, id)
  const locked = await lockConsultation(tx, id)
  const found = locked && (await findRelease(tx, id, clock))
  const step = found && afterDayEnd(locked)
  if (!step) return
  if (locked.heldBy) await saveStep(tx, locked, step, { staffId: locked.heldBy, clinicianId: locked.clinicianId })
  else await saveCancelling(tx, locked, step)
  // The conversation took place: its holder signs it, or a manager takes it over.
  if (step.status !== 'CANCELLED') return
  const refund = found.absent ? 'CLINICIAN_ABSENT' : 'CARE_NOT_GIVEN'
  if (order) await endBooking(tx, order, { by: 'absence', source: 'job', refund })
  else await enqueueCareNotification(tx, { consultationId: id }, 'cancelled')
}
