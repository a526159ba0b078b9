import { newsWays } from '@cuida/core/news/choice/notifications.ts'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import { PushGone, wakeDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { stopTexts } from './choice/notification-store.ts'
import { type Device, forgetDevice } from './choice/push-store.ts'
import { noteMessage } from './delivery/message-store.ts'
import { messageCallback } from './delivery/message-webhook.ts'
import type { News } from './news-store.ts'
import type { NewsWords } from './subject.ts'

export type Way = { channel: 'email' | 'sms' | 'whatsapp' } | { channel: 'push'; device: Device }

// A device that was off so long has other things to tell its person.
const TTL_SECONDS = { normal: 24 * 3_600, high: 300 } as const

/**
 * One way, and how it ended: taken by somebody, or refused by who should get it, which is no failure: trying again would
 * change nothing. A message that the vendor took may still come back as refused (message-webhook.ts).
 */
export async function sendBy(services: Services, news: News, words: NewsWords, way: Way): Promise<'sent' | 'refused'> {
  const { db, providers, log } = services
  try {
    if (way.channel === 'push') await wake(services, news, words, way.device)
    else if (way.channel === 'email') await providers.mail.send(await words.email())
    else return await sendMessage(services, news, words, way.channel)
    return 'sent'
  } catch (error) {
    if (error instanceof PushGone && way.channel === 'push') {
      await forgetDevice(db, way.device.address)
      return 'refused'
    }
    if (!(error instanceof MessageRefused) && !(error instanceof MailRefused)) throw error
    log.warn('news refused by who should get it', { job: 'tellNews', provider: way.channel })
    if (error instanceof MessageRefused && error.reason === 'OPTED_OUT') await stopTexts(db, news.accountId)
    return 'refused'
  }
}

/** To their phone, by the vendor, who tells later what became of it. WhatsApp says nothing that was not approved there. */
async function sendMessage(
  services: Services,
  { id: newsId, phone: to }: News,
  words: NewsWords,
  way: 'sms' | 'whatsapp',
): Promise<'sent' | 'refused'> {
  const { db, providers } = services
  const message = { to, key: `${newsId}:${way}`, callbackUrl: messageCallback(services, { newsId, way }) }
  const template = way === 'whatsapp' ? words.template() : undefined
  if (way === 'whatsapp' && !template) return 'refused'
  const { reference } = template
    ? await providers.messages.whatsapp({ ...message, template })
    : await providers.messages.sms({ ...message, text: words.text() })
  const noted = await db.begin((tx) => noteMessage(tx, { reference, newsId, way, state: 'queued' }))
  // Nobody's any more: nothing is left to be done.
  return noted?.outcome ?? 'sent'
}

function wake(
  { providers }: Services,
  { id, kind, consultationId, subscriptionId }: News,
  words: NewsWords,
  device: Device,
): Promise<void> {
  const urgency = newsWays[kind].urgent ? 'high' : 'normal'
  // Of one consultation's or subscription's news only the last is worth waking for; a name of at most 32 characters that tells nothing.
  const topic = (consultationId ?? subscriptionId ?? id).replaceAll('-', '')
  return wakeDevice(providers, device, { ...words.push(), tag: id, urgency, ttlSeconds: TTL_SECONDS[urgency], topic })
}
