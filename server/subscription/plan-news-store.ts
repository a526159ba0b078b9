import type { PlanNews } from '@cuida/core/news/choice/notifications.ts'
import type { PlanStanding } from '@cuida/core/subscription/still-plan-news.ts'
import type { Sql } from '../kit/db/db.ts'
import type { News } from '../news/news-store.ts'

export interface NewsOfPlan extends News {
  kind: PlanNews
  /** The subscription as it is now. */
  about: PlanStanding & { id: string; paidUntil: Date | null }
}

/** The subscription that a piece of news is of; undefined: the news is of something else. */
export async function planOfNews(sql: Sql, { subscriptionId }: News): Promise<NewsOfPlan['about'] | undefined> {
  const [plan] = await sql<NewsOfPlan['about'][]>`
    select id, status, current_period_end as "paidUntil", quarantined_at is not null as "isSetAside"
    from subscription where id = ${subscriptionId}`
  return plan
}
