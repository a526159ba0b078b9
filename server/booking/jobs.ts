import { can } from '@cuida/core/brand/without.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { isQuietTime, textWay } from '@cuida/core/news/choice/notifications.ts'
import { templateFor } from '../brand/whatsapp-template.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import type { JobHandlers, Jobs } from '../kit/jobs/jobs.ts'
import { readerClock, readerMoment } from '../kit/words/moment-words.ts'
import { speak } from '../kit/words/words.ts'
import { findChoice } from '../news/choice/notification-store.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import { releaseExpired } from './calendar/claim-store.ts'
import { forgetExpiredCarts } from './cart/cart-store.ts'
import { offerFreedTimes } from './waitlist/waitlist-offers.ts'
import { findOfferToTell } from './waitlist/waitlist-store.ts'

/** Frees times whose minutes ran out, so that calendars show them; whoever wants one does not wait for this. */
export async function releaseExpiredClaims(services: Services): Promise<void> {
  const { db } = services
  await db.begin(async (tx) => {
    const clinicians = await releaseExpired(tx)
    await notifyChanged(
      tx,
      clinicians.map((id) => `clinician:${id}`),
    )
  })
  await forgetExpiredCarts(db)
  await offerFreedTimes(services)
}

export function bookingJobs(services: Services): Pick<JobHandlers, 'tellOffer'> {
  return { tellOffer: (job) => tellOffer(services, job) }
}

/**
 * Nothing of the consultation is in it: a phone lies on tables. Not sent when the offer is over by then, nor to who waits
 * in line and does not want to hear of such or sleeps: the app shows it all the same.
 */
async function tellOffer(services: Services, { entryId, asked, followUp }: Jobs['tellOffer']): Promise<void> {
  const { db, config, words, providers, env, now } = services
  const offer = await findOfferToTell(db, entryId)
  if (!offer) return
  const choice = await findChoice(db, offer.accountId)
  const isAsleep = choice.quiet && isQuietTime(choice.quiet, localTime(choice.timeZone ?? config.timeZone, now()).time)
  const mayBeTold = asked || (choice.topics.includes('offers') && !isAsleep)
  const way = mayBeTold && (textWay(choice, config.notificationChannels) ?? (asked && can(config, 'messages') && 'sms'))
  if (!way) return
  const reader = { locale: offer.locale, timeZone: choice.timeZone }
  // A follow-up is held into the next day.
  const when = (followUp ? readerMoment : readerClock)(services, offer.expiresAt, reader)
  const values = { partner: config.partnerName, when, time: when, link: `${env.PUBLIC_URL}/waitlist` }
  const kind = followUp ? 'messages.followUp.offer' : asked ? 'messages.agenda.offer' : 'messages.waitlist.offer'
  const text = speak(offer.locale, words(offer.locale))(kind, values)
  // No approved template speaks of a follow-up.
  const template = followUp
    ? undefined
    : templateFor(config, { name: asked ? 'offer-asked' : 'offer', locale: offer.locale }, values)
  const message = { to: offer.phone, key: `offer:${entryId}:${offer.expiresAt.getTime()}` }
  const isSent =
    way === 'whatsapp' &&
    template &&
    (await isTaken(services, () => providers.messages.whatsapp({ ...message, template })))
  // Whom WhatsApp does not reach, or who can be told nothing there that was approved, reads a text.
  const mayText = way === 'sms' || (config.notificationChannels.includes('sms') && !choice.textsStopped)
  if (!isSent && mayText) await isTaken(services, () => providers.messages.sms({ ...message, text }))
}

/** False where trying again will not make the number take it. */
async function isTaken({ log }: Services, send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    log.warn('offer refused by the number', { job: 'tellOffer', provider: 'messages' })
    return false
  }
}
