import { expectedWait } from '@cuida/core/care/queue/queue.ts'
import type { FoundConsultation } from '../../consultation/consultation-store.ts'
import type { Db } from '../../kit/db/db.ts'
import { leaveNews } from '../../news/leave-store.ts'
import type { Services } from '../../services.ts'
import { findMedian, findQueue } from './queue-store.ts'
import { findDelay, findUnpromised, savePromise, takeNear } from './waiting-store.ts'

type Waits = Pick<FoundConsultation, 'id' | 'status' | 'type' | 'afterHoursSince'>

/** What a patient is told while they wait: their place, and how long it takes. */
export async function waitOf(db: Db, { id, status, type, afterHoursSince }: Waits) {
  const nothing = { position: null, expectedWait: null, ahead: null }
  if (status !== 'QUEUED') return nothing
  if (type === 'scheduled') {
    const delay = await findDelay(db, id)
    return delay ? { ...nothing, ahead: delay.ahead, expectedWait: (await delayOf(db, delay)) ?? null } : nothing
  }
  const queue = await findQueue(db, id)
  // Nobody can say how long it takes while it is closed.
  const isShut = afterHoursSince !== null
  const expected = queue && !isShut ? expectedWait(queue) : undefined
  return queue ? { ...nothing, position: queue.position, expectedWait: expected ?? null } : nothing
}

/** A clinician who runs late sees one after the other; whoever is next is called as soon as they are free. */
async function delayOf(db: Db, { ahead, isThere }: { ahead: number; isThere: boolean }) {
  if (!isThere) return undefined
  return expectedWait({
    position: Math.max(1, ahead),
    online: 1,
    medianMinutes: ahead === 0 ? 0 : await findMedian(db),
  })
}

/** Gives a first word to who has none, and calls back who left and is almost next. */
export async function sweepWaiting({ db }: Services): Promise<void> {
  for (const id of await findUnpromised(db)) {
    const queue = await findQueue(db, id)
    const wait = queue && expectedWait(queue)
    if (wait) await savePromise(db, id, wait.to)
  }
  await db.begin(async (tx) => {
    for (const consultationId of await takeNear(tx)) await leaveNews(tx, { consultationId }, 'turn')
  })
}
