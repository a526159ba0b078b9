import { can } from '@cuida/core/brand/without.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { isQuietTime, textWay } from '@cuida/core/profile/notifications.ts'
import { notifyChanged } from '../kit/changes.ts'
import type { JobHandlers, Jobs } from '../kit/jobs.ts'
import { speak } from '../kit/words.ts'
import { findChoice } from '../profile/notification-store.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import { forgetExpiredCarts } from './cart-store.ts'
import { releaseExpired } from './claim-store.ts'
import { offerFreedTimes } from './waitlist-offers.ts'
import { findOfferToTell } from './waitlist-store.ts'

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
async function tellOffer(services: Services, { wishId, asked }: Jobs['tellOffer']): Promise<void> {
  const { db, config, words, providers, env, log, now } = services
  const offer = await findOfferToTell(db, wishId)
  if (!offer) return
  const choice = await findChoice(db, offer.accountId)
  const isAsleep = choice.quiet && isQuietTime(choice.quiet, localTime(choice.timeZone ?? config.timeZone, now()).time)
  const mayBeTold = asked || (choice.topics.includes('offers') && !isAsleep)
  const way = mayBeTold && (textWay(choice, config.notificationChannels) ?? (asked && can(config, 'messages') && 'sms'))
  if (!way) return
  const { time } = localTime(config.timeZone, offer.expiresAt)
  const values = { partner: config.partnerName, time, link: `${env.PUBLIC_URL}/waitlist` }
  const text = speak(offer.locale, words(offer.locale))(
    asked ? 'messages.agenda.offer' : 'messages.waitlist.offer',
    values,
  )
  try {
    const key = `offer:${wishId}:${offer.expiresAt.getTime()}`
    await providers.messages[way]({ to: offer.phone, text, key })
  } catch (error) {
    // Trying again will not make the number take it.
    if (!(error instanceof MessageRefused)) throw error
    log.warn('offer refused by the number', { job: 'tellOffer', provider: 'messages' })
  }
}
