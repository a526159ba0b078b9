import { combinePhoneLines, isLaterUpdate, type PhoneCallUpdate } from '@cuida/core/care/phone/phone-call.ts'
import { nextMissedCallAllowedAt } from '@cuida/core/consultation/status/missed.ts'
import { afterCall } from '@cuida/core/consultation/status/steps.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { enqueue, type JobHandlers, type Jobs } from '../../kit/jobs/jobs.ts'
import { VoiceRefused } from '../../providers/voice/port.ts'
import type { Services } from '../../services.ts'
import { lockOrderOf } from '../booked/cancel.ts'
import { saveCallStep } from '../call/save-call.ts'
import {
  consultationOfCall,
  findCallsToFollow,
  findReference,
  leasePhoneCall,
  lockPhoneCall,
  savePhoneCallUpdate,
  saveReference,
} from './phone-store.ts'

/**
 * Where the voice provider sends status callbacks. A callback only triggers a fetch of the call's state; its content
 * is not trusted.
 */
export const voiceCallbackUrl = ({ env }: Services, id: string): string =>
  `${env.PUBLIC_URL}/v1/webhooks/twilio?call=${id}`

export function phoneJobs(services: Services): Pick<JobHandlers, 'placeCall' | 'followCall' | 'hangUpCall'> {
  return {
    placeCall: (job) => placeCall(services, job),
    followCall: ({ id }) => followCall(services, id),
    hangUpCall: async ({ reference }) => void (await services.providers.voice?.hangUp(reference)),
  }
}

/** Safe to retry: after an attempt without an answer it first asks the provider whether the call exists. */
async function placeCall(services: Services, { id, locale }: Jobs['placeCall']): Promise<void> {
  const { db, providers } = services
  const phoneCall = await db.begin((tx) => leasePhoneCall(tx, id))
  if (!phoneCall || !providers.voice) return
  const { desk, patient, triedAt } = phoneCall
  try {
    const found = triedAt ? await providers.voice.find(desk, triedAt) : undefined
    if (!found && phoneCall.isTooLate)
      return await applyPhoneCallUpdate(services, id, { state: 'over', outcome: 'unreachable' })
    const announcement = createTranslator(locale, services.catalogueFor(locale))('messages.voice.connecting')
    const bridgeInput = { desk, patient, announcement, locale, callbackUrl: voiceCallbackUrl(services, id) }
    const reference = found ?? (await providers.voice.bridge(bridgeInput)).reference
    const isStillWanted = await saveReference(db, id, reference)
    if (isStillWanted) await followCall(services, id)
    else await providers.voice.hangUp(reference)
  } catch (error) {
    // While the provider is down a scheduled job retries the call, until it is too late.
    if (!(error instanceof VoiceRefused)) throw error
    await applyPhoneCallUpdate(services, id, { state: 'over', outcome: 'unreachable' })
  }
}

async function followCall(services: Services, id: string): Promise<void> {
  const reference = await findReference(services.db, id)
  const legs = reference && (await services.providers.voice?.legs(reference))
  if (legs) await applyPhoneCallUpdate(services, id, combinePhoneLines(legs))
}

/**
 * Applies an update under the locks that desk actions take, in the same order. A repeated update applies once, an
 * outdated one not at all.
 */
export async function applyPhoneCallUpdate(services: Services, id: string, update: PhoneCallUpdate): Promise<void> {
  await services.db.begin(async (tx) => {
    const consultationId = await consultationOfCall(tx, id)
    if (!consultationId) return
    const order = await lockOrderOf(tx, consultationId)
    const locked = await lockConsultation(tx, consultationId)
    const state = await lockPhoneCall(tx, id)
    if (!locked || !state || !isLaterUpdate(state, update)) return
    await savePhoneCallUpdate(tx, id, update)
    if (update.state !== 'over') {
      await notifyChanged(tx, [...topicsOf(locked), `staff:${locked.heldBy}`])
      return
    }
    const isMissed = update.outcome === 'missed' && !nextMissedCallAllowedAt(locked.actions, services.now().getTime())
    const event = isMissed ? 'failed' : 'ended'
    const step = afterCall(locked, { medium: 'phone', event }, { by: 'SYSTEM', answered: false })
    if (step) await saveCallStep(tx, services, { order, locked, step })
  })
}

/**
 * Scheduled job for lost callbacks and crashed workers: fetches the state of running calls and places those that were
 * never placed.
 */
export async function enqueuePhoneCallJobs({ db, config }: Services): Promise<void> {
  const locale = config.patientAppLanguage
  for (const { id, wanted } of await findCallsToFollow(db))
    if (wanted) await enqueue(db, 'placeCall', { id, locale }, { key: `place:${id}` })
    else await enqueue(db, 'followCall', { id }, { key: `call:${id}` })
}
