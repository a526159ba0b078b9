import { isStillNews, isStillPlanNews } from '@cuida/core/care/news.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { isQuietTime, newsWays, nextWay, waysOf } from '@cuida/core/profile/notifications.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Jobs } from '../../kit/jobs.ts'
import type { NewsChoice } from '../../profile/notification-store.ts'
import { findReach, type Reach } from '../../profile/reach-store.ts'
import type { Services } from '../../services.ts'
import { findPatientSeat, runningCall } from '../call/call-store.ts'
import { sendBy, type Way } from './news-send.ts'
import { isOfPlan, leaseNews, markDone, markTried, type News, type NewsOfCare, postpone } from './news-store.ts'
import { composer } from './news-words.ts'
import { planComposer } from './plan-words.ts'

/**
 * Tells one piece of news, once by each way: what was sent is marked at once, and a retry goes by the others alone. What is
 * no longer true or of use is not told; what can wait until morning does.
 */
export async function tellNews(services: Services, { newsId }: Jobs['tellNews']): Promise<void> {
  const { db, config, now, log } = services
  const news = await leaseNews(db, newsId)
  if (!news) return
  if (!(await isStillTrue(services, news))) return markDone(db, news.id)
  const reach = await findReach(services, news.accountId)
  const { choice } = reach
  const timeZone = choice.timeZone ?? config.timeZone
  const later = laterThan(news, choice, timeZone, now())
  if (later) return db.begin((tx) => postpone(tx, news.id, later))
  for (let ways = waysFor(services, news, reach); ways.length > 0; ways = waysFor(services, news, reach))
    await goBy(services, news, ways, { choice, timeZone })
  if (news.sent.length === 0 && news.refused.length > 0)
    log.warn('news could not be told by any way', { job: 'tellNews' })
  return markDone(db, news.id)
}

/** By all of them at the same time. One that is down is tried again later, and ends this try. */
async function goBy(
  services: Services,
  news: News,
  ways: Way[],
  { choice, timeZone }: Pick<Reach, 'choice'> & { timeZone: string },
) {
  const { db, config } = services
  const words = isOfPlan(news) ? planComposer(services, news, timeZone) : composer(services, news, timeZone)
  const mayText = config.notificationChannels.includes('sms') && !choice.textsStopped
  const results = await Promise.allSettled(
    ways.map(async (way) => {
      const outcome = (await sendBy(services, news, words, way, mayText)) ? 'sent' : 'refused'
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
  const tried = [...sent, ...refused]
  const channels = waysOf(kind, choice, { offered: config.notificationChannels, devices: devices.length })
  const ways = channels.flatMap((channel): Way[] =>
    channel === 'push' ? devices.map((device) => ({ channel, device })) : [{ channel }],
  )
  const open = ways.filter((way) => !tried.includes(nameOf(way)))
  if (open.length > 0 || sent.length > 0 || refused.length === 0) return open
  const next = nextWay(choice, { offered: config.notificationChannels, tried })
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

async function isStillTrue(services: Services, news: News): Promise<boolean> {
  const now = services.now()
  if (isOfPlan(news)) return isStillPlanNews(news, news.about, now)
  return isStillNews(news, { ...news.about, rings: await rings(services, news) }, now)
}

/** Whether a call is on that the patient has neither entered nor declined. */
async function rings({ db }: Services, { kind, about: { id: consultationId } }: NewsOfCare): Promise<boolean> {
  if (kind !== 'called') return false
  const call = runningCall(await actionsOf(db, consultationId))
  if (!call) return false
  const seat = await findPatientSeat(db, consultationId, call.actionId)
  return !seat?.joined && !seat?.declined
}
