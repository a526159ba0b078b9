import { newsWays } from '@cuida/core/profile/notifications.ts'
import { stopTexts } from '../../profile/notification-store.ts'
import { type Device, forgetDevice } from '../../profile/push-store.ts'
import { MailRefused } from '../../providers/mail/port.ts'
import { MessageRefused } from '../../providers/messages/port.ts'
import { PushGone, wakeDevice } from '../../providers/push/port.ts'
import type { Services } from '../../services.ts'
import type { News } from './news-store.ts'
import type { NewsWords } from './news-words.ts'

export type Way = { channel: 'email' | 'sms' | 'whatsapp' } | { channel: 'push'; device: Device }

// A device that was off so long has other things to tell its person.
const TTL_SECONDS = { normal: 24 * 3_600, high: 300 } as const

/** One way. Whether somebody took it: a refusal of who should get it is no failure, trying again would change nothing. */
export async function sendBy(
  services: Services,
  news: News,
  words: NewsWords,
  way: Way,
  mayText: boolean,
): Promise<boolean> {
  const { db, providers, log } = services
  try {
    if (way.channel === 'push') await wake(services, news, words, way.device)
    else if (way.channel === 'email') await providers.mail.send(await words.letter())
    else await providers.messages[way.channel]({ to: news.phone, text: words.text(), key: `${news.id}:${way.channel}` })
    return true
  } catch (error) {
    if (error instanceof PushGone && way.channel === 'push') {
      await forgetDevice(db, way.device.address)
      return false
    }
    if (!(error instanceof MessageRefused) && !(error instanceof MailRefused)) throw error
    log.warn('news refused by who should get it', { job: 'tellNews', provider: way.channel })
    if (!(error instanceof MessageRefused)) return false
    if (error.reason === 'OPTED_OUT') await stopTexts(db, news.accountId)
    // Who is not on WhatsApp, or has never written there, reads a text.
    else if (way.channel === 'whatsapp' && mayText) return sendBy(services, news, words, { channel: 'sms' }, false)
    return false
  }
}

function wake({ providers }: Services, { id, kind, about }: News, words: NewsWords, device: Device): Promise<void> {
  const urgency = newsWays[kind].urgent ? 'high' : 'normal'
  // Of one consultation's or subscription's news only the last is worth waking for; a name of at most 32 characters that tells nothing.
  const topic = about.id.replaceAll('-', '')
  return wakeDevice(providers, device, { ...words.push(), tag: id, urgency, ttlSeconds: TTL_SECONDS[urgency], topic })
}
