import { detectStaffChange } from '@cuida/core/consultation/staff-change.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import {
  enqueueMissedStartNotifications,
  enqueueSoon,
  findNotifiedStaff,
  saveKnownStart,
  takeChangedConsultations,
} from './staff-change-store.ts'

/** Enqueues staff notifications: changed consultations, imminent starts, missed starts. Safe to run in several workers. */
export async function detectStaffChanges({ db, config, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    const staffIds = [
      ...(await enqueueSoon(tx, now())),
      ...(await enqueueMissedStartNotifications(tx, config.partnerConfig.care, now())),
    ]
    for (const id of await takeChangedConsultations(tx)) staffIds.push(...(await compare(tx, id)))
    await notifyChanged(
      tx,
      [...new Set(staffIds)].map((id) => `staff:${id}`),
    )
  })
}

/**
 * Compares a consultation with the start that each member of staff last knew; their own actions do not notify them.
 */
async function compare(tx: Tx, consultationId: string): Promise<string[]> {
  const staffIds: string[] = []
  for (const { staffId, known, state, isOwn } of await findNotifiedStaff(tx, consultationId)) {
    const { notification, known: from } = detectStaffChange(known, state)
    await saveKnownStart(tx, consultationId, staffId, from)
    if (!notification || isOwn) continue
    const { kind, startsAt, wasAt = null } = notification
    await enqueueNotification(tx, { type: `staff-${kind}`, staffId, consultationId, startsAt, wasAt })
    staffIds.push(staffId)
  }
  return staffIds
}
