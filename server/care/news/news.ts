import { isStillNews, isStillPlanNews } from '@cuida/core/care/news.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import { isQuietTime, newsWays, waysOf } from '@cuida/core/profile/notifications.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Jobs } from '../../kit/jobs.ts'
import type { NewsChoice } from '../../profile/notification-store.ts'
import { findReach, type Reach } from '../../profile/reach-store.ts'
import type { Services } from '../../services.ts'
import { findPatientSeat, runningCall } from '../call/call-store.ts'
import { sendBy, type Way } from './news-send.ts'
import { isOfPlan, leaseNews, markDone, markSent, type News, type NewsOfCare, postpone } from './news-store.ts'
import { composer } from './news-words.ts'
import { planComposer } from './plan-words.ts'

/**
 * Tells one piece of news, once by each way: what was sent is marked at once, and a retry goes by the others alone. What is
 * no longer true or of use is not told; what can wait until morning does.
 */
export async function tellNews(services: Services, { newsId }: Jobs['tellNews']): Promise<void> {
  const { db, config, now } = services
  const news = await leaseNews(db, newsId)
  if (!news) return
  if (!(await isStillTrue(services, news))) return markDone(db, news.id)
  const reach = await findReach(services, news.accountId)
  const { choice } = reach
  const timeZone = choice.timeZone ?? config.timeZone
  const later = laterThan(news, choice, timeZone, now())
  if (later) return db.begin((tx) => postpone(tx, news.id, later))
  const ways = waysFor(services, news, reach)
  const words = isOfPlan(news) ? planComposer(services, news, timeZone) : composer(services, news, timeZone)
  const mayText = config.notificationChannels.includes('sms') && !choice.textsStopped
  if (ways.length === 0) return markDone(db, news.id)
  let left = ways.length
  const results = await Promise.allSettled(
    ways.map(async (way) => {
      await sendBy(services, news, words, way, mayText)
      left -= 1
      await markSent(db, news.id, nameOf(way), left === 0)
    }),
  )
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return
  await db.begin((tx) => postpone(tx, news.id))
  throw failed.reason
}

/** By which ways it still has to go; each device is one. */
function waysFor({ config }: Services, { kind, sent }: News, { choice, devices }: Reach): Way[] {
  const channels = waysOf(kind, choice, { offered: config.notificationChannels, devices: devices.length })
  const ways = channels.flatMap((channel): Way[] =>
    channel === 'push' ? devices.map((device) => ({ channel, device })) : [{ channel }],
  )
  return ways.filter((way) => !sent.includes(nameOf(way)))
}

const nameOf = (way: Way): string => (way.channel === 'push' ? `push:${way.device.id}` : way.channel)

/** When a piece that can wait may be told, if not now: at the end of the quiet hours, on the patient's clock. */
function laterThan({ kind, asked }: News, { quiet }: NewsChoice, timeZone: string, now: Date): Date | undefined {
  if (!quiet || asked || newsWays[kind].urgent) return undefined
  const { day, time } = localTime(timeZone, now)
  if (!isQuietTime(quiet, time)) return undefined
  return momentOf(timeZone, time < quiet.until ? day : dayAfter(day), quiet.until)
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
