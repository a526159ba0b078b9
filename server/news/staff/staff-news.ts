import { isStillStaffNews } from '@cuida/core/consultation/staff-standing.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { mustWait, staffWaysOf } from '@cuida/core/news/staff/staff-news.ts'
import { sendEmail } from '../../access/emails.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { readerMoment } from '../../kit/words/moment-words.ts'
import { speak } from '../../kit/words/words.ts'
import { mayWake, PushGone, wakeDevice } from '../../providers/push/port.ts'
import type { Services } from '../../services.ts'
import { findStaffChoice, findStaffDevices, forgetStaffDevice, type StaffDevice } from './staff-choice-store.ts'
import { leaseStaffNews, markStaffDone, markStaffSent, postponeStaffNews, type StaffNews } from './staff-news-store.ts'

type Way = { name: 'email' } | { name: string; device: StaffDevice }

/** Tells one piece by the ways that its colleague chose, once by each. What is no longer true or of use is not told. */
export async function tellStaffNews(services: Services, { newsId }: Jobs['tellStaffNews']): Promise<void> {
  const { db, config, now } = services
  const news = await leaseStaffNews(db, newsId)
  if (!news) return
  if (!isStillStaffNews(news, news.about, now())) return markStaffDone(db, news.id)
  const choice = await findStaffChoice(db, news.staffId)
  const timeZone = news.timeZone ?? config.timeZone
  const { day, time } = localTime(timeZone, now())
  if (choice.quiet && mustWait(news.kind, choice.quiet, time)) {
    const { until } = choice.quiet
    const later = momentOf(timeZone, time < until ? day : dayAfter(day), until)
    return db.begin((tx) => postponeStaffNews(tx, news.id, later))
  }
  const ways = await waysFor(services, news, choice)
  if (ways.length === 0) return markStaffDone(db, news.id)
  let left = ways.length
  const results = await Promise.allSettled(
    ways.map(async (way) => {
      await sendBy(services, news, way)
      left -= 1
      await markStaffSent(db, news.id, way.name, left === 0)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await db.begin((tx) => postponeStaffNews(tx, news.id))
  throw failed.reason
}

/** By which ways it still has to go; each browser is one. The desk asks for its own. */
async function waysFor(
  { db, providers }: Services,
  { kind, staffId, sent }: StaffNews,
  choice: Parameters<typeof staffWaysOf>[1],
): Promise<Way[]> {
  const chosen = staffWaysOf(kind, choice)
  const devices = chosen.includes('push') ? await findStaffDevices(db, staffId) : []
  const pushes = devices
    .filter((device) => mayWake(providers, device))
    .map((device) => ({ name: `push:${device.id}`, device }))
  const emails = chosen.includes('email') ? [{ name: 'email' } as const] : []
  return [...emails, ...pushes].filter(({ name }) => !sent.includes(name))
}

// A browser that was off so long has other things to tell its person.
const TTL_SECONDS = { normal: 24 * 3_600, high: 600 } as const

async function sendBy(services: Services, news: StaffNews, way: Way): Promise<void> {
  const { db, providers, config, env, words } = services
  const { id, kind, email: to, about } = news
  const locale = config.patientAppLanguage
  const values = { ...timesOf(services, news), link: `${env.DESK_URL}/desk/` }
  if (!('device' in way))
    return sendEmail(services, 'tellStaffNews', { to, locale, kind: `staffNews.${kind}`, key: id, values })
  const urgency = kind === 'soon' || kind === 'late' ? 'high' : 'normal'
  const body = speak(locale, words(locale))(`messages.staffNews.${kind}.push`, values)
  const shown = { title: config.partnerName, body, path: '/desk/', tag: id, topic: about.id.replaceAll('-', '') }
  try {
    await wakeDevice(providers, way.device, { ...shown, urgency, ttlSeconds: TTL_SECONDS[urgency] })
  } catch (error) {
    if (!(error instanceof PushGone)) throw error
    await forgetStaffDevice(db, way.device.address)
  }
}

function timesOf(services: Services, { startsAt, wasAt, timeZone }: StaffNews) {
  const reader = { locale: services.config.patientAppLanguage, timeZone }
  const words = (moment: Date): string => readerMoment(services, moment, reader)
  return { when: words(startsAt), was: wasAt ? words(wasAt) : '' }
}
