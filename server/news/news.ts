import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { isQuietTime, newsWays, nextWay, waysOf } from '@cuida/core/news/choice/notifications.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Jobs } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import type { NewsChoice } from './choice/notification-store.ts'
import { findReach, type Reach } from './choice/reach-store.ts'
import { leaveUntold } from './delivery/untold-store.ts'
import { sendBy, type Way } from './news-send.ts'
import { isAsKnown, leaseNews, markDone, markTried, type News, postpone } from './news-store.ts'
import type { FindSubject, NewsWords } from './subject.ts'

/**
 * Tells one piece of news, once by each way: what was sent is marked at once, and a retry goes by the others alone. What is
 * no longer true or of use is not told; what can wait until morning does.
 */
export async function tellNews(
  services: Services,
  subjectOf: FindSubject,
  { newsId }: Jobs['tellNews'],
): Promise<void> {
  const { db, config, now } = services
  const news = await leaseNews(db, newsId)
  if (!news) return
  const subject = await subjectOf(services, news)
  if (!subject?.isStillNews) return markDone(db, news.id)
  const reach = await findReach(services, news.accountId)
  const timeZone = reach.choice.timeZone ?? config.timeZone
  const later = laterThan(news, reach.choice, timeZone, now())
  if (later) return db.begin((tx) => postpone(tx, news.id, later))
  await goOn(services, { news, words: subject.words(reach.choice.timeZone) }, reach)
  return db.begin((tx) => end(services, tx, news))
}

interface Told {
  news: News
  words: NewsWords
}

/** Way after way, until somebody took it or there is no other. */
async function goOn(services: Services, told: Told, first: Reach): Promise<void> {
  const { news } = told
  let reach = first
  for (let ways = waysFor(services, news, reach); ways.length > 0; ways = waysFor(services, news, reach)) {
    const refused = news.refused.length
    await goBy(services, told, ways)
    // Who answered STOP, or has removed the app, is reached otherwise from then on.
    if (news.refused.length > refused) reach = await findReach(services, news.accountId)
  }
}

/** Told, or a task for the desk. What the vendor said of a message meanwhile comes first: then it goes on at once. */
async function end({ log }: Services, tx: Tx, news: News): Promise<void> {
  if (!(await isAsKnown(tx, news))) return postpone(tx, news.id, new Date(0))
  if (news.sent.length === 0 && news.refused.length > 0) {
    log.warn('news could not be told by any way', { job: 'tellNews' })
    await leaveUntold(tx, news)
  }
  await markDone(tx, news.id)
}

/** By all of them at the same time. One that is down is tried again later, and ends this try. */
async function goBy(services: Services, { news, words }: Told, ways: Way[]): Promise<void> {
  const { db } = services
  const results = await Promise.allSettled(
    ways.map(async (way) => {
      const outcome = await sendBy(services, news, words, way)
      await markTried(db, news.id, nameOf(way), outcome)
      news[outcome].push(nameOf(way))
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await db.begin((tx) => postpone(tx, news.id))
  throw failed.reason
}

/** By which ways it still has to go, each device being one; when all of them refused it, by the next. */
function waysFor({ config }: Services, { kind, sent, refused }: News, { choice, devices }: Reach): Way[] {
  const offered = config.notificationChannels
  const channels = waysOf(kind, choice, { offered, devices: devices.length })
  const ways = channels.flatMap((channel): Way[] =>
    channel === 'push' ? devices.map((device) => ({ channel, device })) : [{ channel }],
  )
  const open = ways.filter((way) => ![...sent, ...refused].includes(nameOf(way)))
  if (open.length > 0) return open
  const next = nextWay(choice, { offered, sent, refused })
  return next ? [{ channel: next }] : []
}

const nameOf = (way: Way): string => (way.channel === 'push' ? `push:${way.device.id}` : way.channel)

/** When a piece that can wait may be told, if not now: at the end of the quiet hours, on the patient's clock. */
function laterThan(
  { kind, asked, startsAt }: News,
  { quiet }: NewsChoice,
  timeZone: string,
  now: Date,
): Date | undefined {
  if (!quiet || asked || newsWays[kind].urgent) return undefined
  const { day, time } = localTime(timeZone, now)
  if (!isQuietTime(quiet, time)) return undefined
  const morning = momentOf(timeZone, time < quiet.until ? day : dayAfter(day), quiet.until)
  // Who has to choose before an early hour cannot sleep until it is over.
  return kind === 'times-offered' && startsAt && startsAt <= morning ? undefined : morning
}
