import type { PlanNews } from '@cuida/core/news/choice/notifications.ts'
import type { Tx } from '../kit/db/db.ts'

/**
 * Leaves a piece of news of a subscription for its holder, and the job that tells it, in the transaction of the fact. How,
 * when and whether it is told is decided by `server/news/news.ts`.
 */
export async function leavePlanNews(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  kind: PlanNews,
  afterSeconds = 0,
): Promise<void> {
  await tx`
    with told as (
      insert into news (account_id, subscription_id, kind, due_at)
      values (${accountId}, ${id}, ${kind}, clock_timestamp() + make_interval(secs => ${afterSeconds}))
      returning id, due_at)
    select graphile_worker.add_job('tellNews', json_build_object('newsId', id), job_key => 'news:' || id,
      run_at => due_at, max_attempts => 12) from told`
}
