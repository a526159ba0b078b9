import { changeFor } from '@cuida/core/consultation/staff-standing.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { leaveNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { findKnowing, leaveSoon, leaveStaffLate, saveKnown, takeComparisons } from './staff-watch-store.ts'

/** Finds what there is to tell the staff: what changed a minute ago, what starts soon, what nobody came to. Safe beside another worker's. */
export async function sweepStaffNews({ db, config, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    const told = [...(await leaveSoon(tx, now())), ...(await leaveStaffLate(tx, config.partnerConfig.care, now()))]
    for (const id of await takeComparisons(tx)) told.push(...(await compare(tx, id)))
    await notifyChanged(
      tx,
      [...new Set(told)].map((id) => `staff:${id}`),
    )
  })
}

/** Sets a consultation beside what each of them knows of it. What somebody did themselves they know. */
async function compare(tx: Tx, consultationId: string): Promise<string[]> {
  const told: string[] = []
  for (const { staffId, known, standing, isOwn } of await findKnowing(tx, consultationId)) {
    const { news, known: from } = changeFor(known, standing)
    await saveKnown(tx, consultationId, staffId, from)
    if (!news || isOwn) continue
    const { kind, startsAt, wasAt = null } = news
    await leaveNotification(tx, { type: `staff-${kind}`, staffId, consultationId, startsAt, wasAt })
    told.push(staffId)
  }
  return told
}
