import { isStillNews } from '@cuida/core/care/reminder/still-news.ts'
import type { CareNews } from '@cuida/core/news/choice/notifications.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { News } from '../../news/news-store.ts'
import type { FindSubject } from '../../news/subject.ts'
import type { Services } from '../../services.ts'
import { findPatientSeat, runningCall } from '../call/call-store.ts'
import { careOfNews } from './care-news-store.ts'
import { composer } from './care-words.ts'

/** What is told of a consultation. */
export const careSubject: FindSubject = async (services, news) => {
  const care = await careOfNews(services.db, news)
  if (!care) return undefined
  const kind = news.kind as CareNews
  return {
    isStillNews: isStillNews({ ...news, kind }, { ...care.about, rings: await rings(services, news) }, services.now()),
    words: (timeZone) => composer(services, { ...news, ...care, kind }, timeZone),
  }
}

/** Whether a call is on that the patient has neither entered nor declined. */
async function rings({ db }: Services, { kind, consultationId }: News): Promise<boolean> {
  if (kind !== 'called' || !consultationId) return false
  const call = runningCall(await actionsOf(db, consultationId))
  if (!call) return false
  const seat = await findPatientSeat(db, consultationId, call.actionId)
  return !seat?.joined && !seat?.declined
}
