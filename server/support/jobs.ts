import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { isQuietTime, waysOf } from '@cuida/core/profile/notifications.ts'
import { sendLetter } from '../access/letters.ts'
import { enqueue, type JobHandlers, type Jobs } from '../kit/jobs.ts'
import { speak } from '../kit/words.ts'
import { findChoice, type NewsChoice } from '../profile/notification-store.ts'
import { findDevices, forgetDevice } from '../profile/push-store.ts'
import { PushGone } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { findAsker } from './question-store.ts'

export const supportJobs = (services: Services): Pick<JobHandlers, 'tellAnswer'> => ({
  tellAnswer: (job) => tellAnswer(services, job),
})

const A_DAY_SECONDS = 24 * 3_600

/** That there is an answer, and nothing of it: by the ways that signed notes are told by, and not in quiet hours. */
async function tellAnswer(services: Services, { questionId, by }: Jobs['tellAnswer']): Promise<void> {
  const { db, config, now } = services
  const asker = await findAsker(db, questionId)
  if (!asker) return
  const choice = await findChoice(db, asker.accountId)
  const later = endOfQuiet(choice, choice.timeZone ?? config.timeZone, now())
  if (later) {
    const again = { key: `answer:${questionId}:${by}`, runAt: later }
    return enqueue(db, 'tellAnswer', { questionId, by }, again)
  }
  const devices = await findDevices(db, asker.accountId)
  const ways = waysOf('notes', choice, { offered: config.notificationChannels, devices: devices.length })
  if (!ways.includes(by)) return
  const { email: to, locale } = asker
  if (by === 'email') return sendLetter(services, 'tellAnswer', { to, locale, kind: 'answered', key: questionId })
  await Promise.all(devices.map((device) => wake(services, device, { questionId, locale })))
}

function endOfQuiet({ quiet }: NewsChoice, timeZone: string, now: Date): Date | undefined {
  const { day, time } = localTime(timeZone, now)
  if (!quiet || !isQuietTime(quiet, time)) return undefined
  return momentOf(timeZone, time < quiet.until ? day : dayAfter(day), quiet.until)
}

type Device = Awaited<ReturnType<typeof findDevices>>[number]

async function wake(
  { db, config, words, providers }: Services,
  device: Device,
  { questionId, locale }: { questionId: string; locale: string },
): Promise<void> {
  const body = speak(locale, words(locale))('messages.push.news')
  const text = JSON.stringify({ title: config.partnerName, body, path: '/send-your-question', tag: questionId })
  const topic = questionId.replaceAll('-', '')
  try {
    await providers.push.wake(device, { text, urgency: 'normal', ttlSeconds: A_DAY_SECONDS, topic })
  } catch (error) {
    if (!(error instanceof PushGone)) throw error
    await forgetDevice(db, device.endpoint)
  }
}
