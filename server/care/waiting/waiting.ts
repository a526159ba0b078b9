import { expectedWait } from '@cuida/core/care/queue.ts'
import type { Db } from '../../kit/db.ts'
import { enqueue, type JobHandlers } from '../../kit/jobs.ts'
import { speak } from '../../kit/words.ts'
import { MessageRefused } from '../../providers/messages/port.ts'
import type { Services } from '../../services.ts'
import type { FoundConsultation } from '../consultation-store.ts'
import { findMedian, findQueue } from './queue-store.ts'
import { findDelay, findToTell, findUnpromised, savePromise, takeNear } from './waiting-store.ts'

/** What a patient is told while they wait: their place, and how long it takes. */
export async function waitOf(db: Db, { id, status, type }: Pick<FoundConsultation, 'id' | 'status' | 'type'>) {
  const nothing = { position: null, expectedWait: null, ahead: null }
  if (status !== 'QUEUED') return nothing
  if (type === 'scheduled') {
    const delay = await findDelay(db, id)
    return delay ? { ...nothing, ahead: delay.ahead, expectedWait: (await delayOf(db, delay)) ?? null } : nothing
  }
  const queue = await findQueue(db, id)
  return queue ? { ...nothing, position: queue.position, expectedWait: expectedWait(queue) ?? null } : nothing
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

export function waitingJobs(services: Services): Pick<JobHandlers, 'tellTurn'> {
  return { tellTurn: ({ consultationId }) => tellTurn(services, consultationId) }
}

/** Gives a first word to who has none, and calls back who left and is almost next. */
export async function sweepWaiting({ db }: Services): Promise<void> {
  for (const id of await findUnpromised(db)) {
    const queue = await findQueue(db, id)
    const wait = queue && expectedWait(queue)
    if (wait) await savePromise(db, id, wait.to)
  }
  await db.begin(async (tx) => {
    for (const consultationId of await takeNear(tx))
      await enqueue(tx, 'tellTurn', { consultationId }, { key: `turn:${consultationId}` })
  })
}

/** Nothing of the consultation is in it: a phone lies on tables. */
async function tellTurn(services: Services, consultationId: string): Promise<void> {
  const { db, config, words, providers, env, log } = services
  const called = await findToTell(db, consultationId)
  if (!called) return
  const { phone: to, locale } = called
  const values = { partner: config.partnerName, link: `${env.PUBLIC_URL}/consultations` }
  const text = speak(locale, words(locale))('messages.turn.near', values)
  try {
    await providers.messages.sms({ to, text, key: `turn:${consultationId}` })
  } catch (error) {
    // Trying again will not make the number take it; their phone is rung all the same.
    if (!(error instanceof MessageRefused)) throw error
    log.warn('turn refused by the number', { job: 'tellTurn', provider: 'messages' })
  }
}
