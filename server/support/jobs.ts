import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { isQuietTime, waysOf } from '@cuida/core/news/choice/notifications.ts'
import { sendEmail } from '../access/emails.ts'
import { enqueue, type JobHandlers, type Jobs } from '../kit/jobs/jobs.ts'
import type { NewsChoice } from '../news/choice/notification-store.ts'
import { findReach } from '../news/choice/reach-store.ts'
import type { Services } from '../services.ts'
import { findAsker } from './questions/question-store.ts'
import { wake } from './wake.ts'
import { remindOfWebinar } from './webinars/webinar-reminder.ts'

export const supportJobs = (services: Services): Pick<JobHandlers, 'tellAnswer' | 'remindOfWebinar'> => ({
  tellAnswer: (job) => tellAnswer(services, job),
  remindOfWebinar: (job) => remindOfWebinar(services, job),
})

const A_DAY_SECONDS = 24 * 3_600

/** That there is an answer, and nothing of it: by the ways that signed notes are told by, and not in quiet hours. */
async function tellAnswer(services: Services, { questionId, by }: Jobs['tellAnswer']): Promise<void> {
  const { db, config, now } = services
  const asker = await findAsker(db, questionId)
  if (!asker) return
  const { choice, devices } = await findReach(services, asker.accountId)
  const later = endOfQuiet(choice, choice.timeZone ?? config.timeZone, now())
  if (later) {
    const again = { key: `answer:${questionId}:${by}`, runAt: later }
    return enqueue(db, 'tellAnswer', { questionId, by }, again)
  }
  const ways = waysOf('notes', choice, { offered: config.notificationChannels, devices: devices.length })
  if (!ways.includes(by)) return
  const { email: to, locale } = asker
  if (by === 'email') return sendEmail(services, 'tellAnswer', { to, locale, kind: 'answered', key: questionId })
  const topic = questionId.replaceAll('-', '')
  const call = {
    locale,
    words: 'news',
    path: '/send-your-question',
    tag: questionId,
    topic,
    ttlSeconds: A_DAY_SECONDS,
  } as const
  await Promise.all(devices.map((device) => wake(services, device, call)))
}

function endOfQuiet({ quiet }: NewsChoice, timeZone: string, now: Date): Date | undefined {
  const { day, time } = localTime(timeZone, now)
  if (!quiet || !isQuietTime(quiet, time)) return undefined
  return momentOf(timeZone, time < quiet.until ? day : dayAfter(day), quiet.until)
}
