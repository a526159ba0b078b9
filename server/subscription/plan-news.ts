import type { PlanNews } from '@cuida/core/news/choice/notifications.ts'
import { isStillPlanNews } from '@cuida/core/subscription/still-plan-news.ts'
import type { FindSubject } from '../news/subject.ts'
import { planOfNews } from './plan-news-store.ts'
import { planComposer } from './plan-words.ts'

/** What is told of a subscription. */
export const planSubject: FindSubject = async (services, news) => {
  const about = await planOfNews(services.db, news)
  if (!about) return undefined
  const kind = news.kind as PlanNews
  return {
    isStillNews: isStillPlanNews({ kind, createdAt: news.createdAt }, about, services.now()),
    words: (timeZone) => planComposer(services, { ...news, kind, about }, timeZone),
  }
}
