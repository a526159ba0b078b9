import type { NewsKind } from '@cuida/core/profile/notifications.ts'
import type { Tx } from '../../kit/db.ts'

type Which = { orderId: string } | { consultationId: string }

/**
 * Leaves a piece of news of a consultation for its patient, or for who has them in their charge, and the job that tells
 * it: one statement, in the transaction of the fact. How, when and whether it is told is decided by `server/care/news/news.ts`.
 * Nothing happens for an order that never came to a consultation.
 */
export async function leaveNews(tx: Tx, which: Which, kind: NewsKind, afterSeconds = 0): Promise<void> {
  const wanted = 'orderId' in which ? tx`c.order_id = ${which.orderId}` : tx`c.id = ${which.consultationId}`
  await tx`
    with told as (
      insert into news (account_id, consultation_id, kind, starts_at, due_at)
      select coalesce(p.account_id, h.account_id), c.id, ${kind}, c.starts_at,
        clock_timestamp() + make_interval(secs => ${afterSeconds})
      from consultation c join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
      where ${wanted} and coalesce(p.account_id, h.account_id) is not null
      returning id, due_at)
    select graphile_worker.add_job('tellNews', json_build_object('newsId', id), job_key => 'news:' || id,
      run_at => due_at, max_attempts => 12) from told`
}
