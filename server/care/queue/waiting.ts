import type { CareRules } from '@cuida/core/brand/care-rules.ts'
import { automaticRefundTime, forecastWait } from '@cuida/core/care/queue/forecast.ts'
import { isUnattended } from '@cuida/core/consultation/late.ts'
import type { ActionDraft } from '@cuida/core/consultation/status/actions.ts'
import type { FoundConsultation } from '../../consultation/consultation-store.ts'
import type { Db } from '../../kit/db/db.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { forecastOf } from './forecast.ts'
import { findMedian, findQueueOfConsultation } from './queue-store.ts'
import {
  findDelay,
  findWithoutPromisedWait,
  markCalledBack,
  type QueueDelay,
  savePromisedWait,
} from './waiting-store.ts'

type Waits = Pick<FoundConsultation, 'id' | 'status' | 'type' | 'afterHoursSince' | 'keptUntil' | 'promisedBy'>

/** What a waiting patient reads: position, expected wait and the time by which the clinic answers. */
export async function waitOf(db: Db, consultation: Waits, care: CareRules, actions: readonly ActionDraft[]) {
  const { id, status, type, afterHoursSince } = consultation
  const nothing = { position: null, expectedWait: null, ahead: null, answerBy: null }
  if (status !== 'QUEUED') return nothing
  if (type === 'scheduled') {
    const delay = await findDelay(db, id)
    return delay ? { ...nothing, ahead: delay.ahead, expectedWait: (await delayOf(db, delay)) ?? null } : nothing
  }
  const line = await findQueueOfConsultation(db, id)
  if (!line) return nothing
  // While the product is closed there is no forecast.
  const wait = afterHoursSince === null ? forecastWait(line) : undefined
  const answered = isUnattended(actions) ? releaseOf(consultation, care) : null
  return { ...nothing, position: line.ahead + 1, expectedWait: wait ?? null, answerBy: answered }
}

/**
 * Must agree with `isToRelease` of the recovery job: counts from the promised time, or from the reopening until which
 * the patient kept a place.
 */
function releaseOf({ promisedBy, keptUntil, afterHoursSince }: Waits, care: CareRules): string | null {
  const [promised] = [promisedBy, keptUntil]
    .flatMap((moment) => moment ?? [])
    .sort()
    .reverse()
  return promised && afterHoursSince === null ? automaticRefundTime(new Date(promised), care).toISOString() : null
}

/** A late clinician sees the delayed patients one after the other, without pauses. */
async function delayOf(db: Db, { ahead, heldFor, isThere }: QueueDelay) {
  if (!isThere) return undefined
  return forecastWait({
    ahead: heldFor === null ? ahead : ahead - 1,
    onDuty: [{ heldFor, booked: [] }],
    medianMinutes: await findMedian(db),
    idleMinutes: 0,
  })
}

/** Scheduled job: promises a time to new patients, and calls back patients who left and are almost next. */
export async function updateWaitingPatients(services: Services): Promise<void> {
  const { db } = services
  for (const unpromised of await findWithoutPromisedWait(db)) await saveForecast(services, unpromised)
  await db.begin(async (tx) => {
    for (const consultationId of await markCalledBack(tx)) await enqueueCareNotification(tx, { consultationId }, 'turn')
  })
}

/**
 * Saves the promised time of a new patient. It never changes, because the refund of an unanswered booking is counted
 * from it.
 */
async function saveForecast(services: Services, { id, productId }: { id: string; productId: string }): Promise<void> {
  const { db, config, content, now } = services
  const line = await findQueueOfConsultation(db, id)
  if (!line) return
  const product = content.product(productId, config.patientAppLanguage)
  const hours = { id: productId, workingHours: product?.workingHours ?? [] }
  const { promised } = await forecastOf(services, hours, line, now())
  await savePromisedWait(db, id, promised)
}
