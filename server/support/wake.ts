import { speak } from '../kit/words/words.ts'
import { type Device, forgetDevice } from '../news/choice/push-store.ts'
import { PushGone, wakeDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'

interface Call {
  locale: string
  /** Which words of `messages.push`: they say that there is something, and nothing of it. */
  words: 'news' | 'reminder'
  path: string
  tag: string
  /** At most 32 letters and digits: a later call of the same topic takes the place of one that waits. */
  topic: string
  ttlSeconds: number
}

/** Wakes a device; one that is gone is forgotten. */
export async function wake({ db, config, words, providers }: Services, device: Device, call: Call): Promise<void> {
  const { locale, path, tag, topic, ttlSeconds } = call
  const body = speak(locale, words(locale))(`messages.push.${call.words}`)
  const message = { title: config.partnerName, body, path, tag, urgency: 'normal', ttlSeconds, topic } as const
  try {
    await wakeDevice(providers, device, message)
  } catch (error) {
    if (!(error instanceof PushGone)) throw error
    await forgetDevice(db, device.address)
  }
}
