import type { NewsKind } from '@cuida/core/news/choice/notifications.ts'
import { deleteAll } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

// Each way ends within a provider's 8 seconds. They go at the same time; refused ones go on to at most three others in turn.
const LEASE_SECONDS = 45
/** Who failed to tell it tries again after this, beside the queue's own tries. */
const AGAIN_SECONDS = 60

/** A piece of news as it was left: who hears it, how far it came, and what it is of. */
export interface News {
  id: string
  kind: NewsKind
  accountId: string
  /** What it is of; one of the two. */
  consultationId: string | null
  subscriptionId: string | null
  /** Of a consultation, as it was when this became news. */
  startsAt: Date | null
  createdAt: Date
  /** By which ways somebody took it. */
  sent: string[]
  /** By which ways it will never be taken. */
  refused: string[]
  /** Its patient has just done what it tells. */
  asked: boolean
  phone: string
  email: string
  locale: string
}

/** The right to tell this piece now; undefined when it is told, not due yet, nobody's any more, or somebody else's turn. */
export async function leaseNews(sql: Sql, id: string): Promise<News | undefined> {
  const [news] = await sql<News[]>`
    update news n set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from account a
    where n.id = ${id} and n.done_at is null and n.due_at <= clock_timestamp()
      and coalesce(n.leased_until, '-infinity') <= clock_timestamp()
      and a.id = n.account_id and a.status = 'active'
    returning n.id, n.kind, n.account_id as "accountId", n.consultation_id as "consultationId",
      n.subscription_id as "subscriptionId", n.starts_at as "startsAt", n.created_at as "createdAt", n.sent, n.refused,
      n.asked, a.phone, a.email, a.locale`
  return news
}

/**
 * It went by one way, or never will: no retry goes by it again. Of a message this is written already, with its name
 * (message-store.ts), and what the vendor said of it since is not written over.
 */
export async function markTried(sql: Sql, id: string, way: string, outcome: 'sent' | 'refused'): Promise<void> {
  const ways = sql(outcome)
  await sql`
    update news set ${ways} = array_append(${ways}, ${way}) where id = ${id} and not ${way} = any(sent || refused)`
}

/** Whether nothing was heard of its messages since; holds it so until the transaction ends. */
export async function isAsKnown(tx: Tx, { id, sent, refused }: News): Promise<boolean> {
  const [row] = await tx<Pick<News, 'sent' | 'refused'>[]>`select sent, refused from news where id = ${id} for update`
  const isSame = (now: string[], known: string[]) => now.toSorted().join() === known.toSorted().join()
  return !row || (isSame(row.sent, sent) && isSame(row.refused, refused))
}

export async function markDone(sql: Sql, id: string): Promise<void> {
  await sql`update news set done_at = clock_timestamp(), leased_until = null where id = ${id}`
}

/** Later, when it may be told; or again, when some way failed. */
export async function postpone(tx: Tx, id: string, until?: Date): Promise<void> {
  await tx`
    with told as (
      update news set leased_until = null,
        due_at = coalesce(${until ?? null}, clock_timestamp() + make_interval(secs => ${AGAIN_SECONDS}))
      where id = ${id} returning id, due_at)
    select ${telling(tx)} from told`
}

/** The job that tells what was just left: `told` are its rows. */
export const telling = (sql: Sql) => sql`
  graphile_worker.add_job('tellNews', json_build_object('newsId', id), job_key => 'news:' || id, run_at => due_at,
    max_attempts => 12)`

/** What was left lying by a worker that died, or that nobody could be told yet; and what is over. */
export async function sweepNewsRows(tx: Tx): Promise<void> {
  await tx`
    with told as (
      select id, clock_timestamp() as due_at from news
      where done_at is null and due_at < clock_timestamp() - interval '1 minute'
        and coalesce(leased_until, '-infinity') <= clock_timestamp()
      order by due_at limit 200 for update skip locked)
    select ${telling(tx)} from told`
  await deleteAll(tx, 'news', tx`created_at < statement_timestamp() - interval '2 days'`)
  await deleteAll(tx, 'untold_news', tx`resolved_at < statement_timestamp() - interval '90 days'`)
}
