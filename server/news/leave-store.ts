import type { CareNews, PlanNews } from '@cuida/core/news/choice/notifications.ts'
import type { Tx } from '../kit/db/db.ts'
import { telling } from './news-store.ts'

type Which = { orderId: string } | { consultationId: string }

interface How {
  afterSeconds?: number
  /** Its patient has just done it: they are awake, and wait for the confirmation. */
  asked?: boolean
}

/** A payment that took longer than this was forgotten by who made it: its news can wait until morning. */
const STILL_WAITING = '1 hour'

/**
 * Leaves a piece of news of a consultation for its patient, or for who has them in their charge, and the job that tells
 * it: one statement, in the transaction of the fact. How, when and whether it is told is decided by `server/news/news.ts`.
 * Nothing happens for an order that never came to a consultation.
 */
export async function leaveNews(
  tx: Tx,
  which: Which,
  kind: CareNews,
  { afterSeconds = 0, asked = false }: How = {},
): Promise<void> {
  const wanted = 'orderId' in which ? tx`c.order_id = ${which.orderId}` : tx`c.id = ${which.consultationId}`
  await tx`
    with told as (
      insert into news (account_id, consultation_id, kind, starts_at, due_at, asked)
      select coalesce(p.account_id, h.account_id), c.id, ${kind}, c.starts_at,
        clock_timestamp() + make_interval(secs => ${afterSeconds}),
        ${asked} and coalesce(${kind} <> 'booked' or o.created_at > clock_timestamp() - ${STILL_WAITING}::interval, true)
      from consultation c join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
      left join care_order o on o.id = c.order_id
      where ${wanted} and coalesce(p.account_id, h.account_id) is not null
      returning id, due_at)
    select ${telling(tx)} from told`
}

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
    select ${telling(tx)} from told`
}
