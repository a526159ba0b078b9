import { createHash } from 'node:crypto'
import { WEBINAR_REMINDER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { isQuietTime, waysOf } from '@cuida/core/news/choice/notifications.ts'
import type { Webinar } from '@cuida/core/support/help/articles.ts'
import { startOf } from '@cuida/core/support/webinars/webinar.ts'
import { sendEmail } from '../../access/emails.ts'
import { enqueue, type Jobs } from '../../kit/jobs/jobs.ts'
import { readerMoment } from '../../kit/words/moment-words.ts'
import { findReach } from '../../news/choice/reach-store.ts'
import type { Services } from '../../services.ts'
import { wake } from '../wake.ts'
import { findGuest } from './webinar-store.ts'

const BEFORE_MS = WEBINAR_REMINDER_MINUTES * 60_000

/** That a webinar begins soon and when, as reminders are wanted; not what it is about, which says something of who goes. */
export async function remindOfWebinar(services: Services, job: Jobs['remindOfWebinar']): Promise<void> {
  const { db, config, content, now } = services
  const { webinarId, patientId, by } = job
  const guest = await findGuest(db, webinarId, patientId)
  if (!guest) return
  const webinar = (await content.webinars(guest.locale)).find(({ id }) => id === webinarId)
  if (!webinar || startOf(webinar) <= now()) return
  const due = new Date(startOf(webinar).getTime() - BEFORE_MS)
  // The clinic has moved it since.
  if (due > now())
    return enqueue(db, 'remindOfWebinar', job, { key: `webinar:${webinarId}:${patientId}:${by}`, runAt: due })
  const { choice, devices } = await findReach(services, guest.accountId)
  const ways = waysOf('reminder-day', choice, { offered: config.notificationChannels, devices: devices.length })
  if (!ways.includes(by)) return
  const timeZone = choice.timeZone ?? config.timeZone
  if (by === 'email') return write(services, job, { ...guest, webinar, timeZone: choice.timeZone })
  if (choice.quiet && isQuietTime(choice.quiet, localTime(timeZone, now()).time)) return
  const tag = createHash('sha256').update(`webinar ${webinarId}`).digest('hex').slice(0, 32)
  const call = { locale: guest.locale, words: 'reminder', path: `/webinars/${webinar.slug}`, tag, topic: tag } as const
  await Promise.all(devices.map((device) => wake(services, device, { ...call, ttlSeconds: BEFORE_MS / 1_000 })))
}

interface Guest {
  email: string
  locale: string
  webinar: Webinar
  timeZone: string | null
}

function write(services: Services, job: Jobs['remindOfWebinar'], { email: to, locale, webinar, timeZone }: Guest) {
  const start = startOf(webinar)
  const when = readerMoment(services, start, { locale, timeZone })
  const key = `webinar:${job.webinarId}:${job.patientId}:${webinar.startsAt}`
  return sendEmail(services, 'remindOfWebinar', { to, locale, kind: 'webinar', key, values: { when } })
}
