import { type PlanStanding, REMINDERS, type Standing } from '@cuida/core/care/reminder/still-news.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import type { CareNews, PlanNews } from '@cuida/core/news/choice/notifications.ts'
import type { Row } from 'postgres'
import { deleteAll } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

// Each way ends within a provider's 8 seconds. They go at the same time; refused ones go on to at most three others in turn.
const LEASE_SECONDS = 45
/** Who failed to tell it tries again after this, beside the queue's own tries. */
const AGAIN_SECONDS = 60

interface Told {
  id: string
  accountId: string
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
export interface NewsOfCare extends Told {
  kind: CareNews
  /** The consultation as it is now. */
  about: { id: string; status: ConsultationStatus; startsAt: Date | null; endsAt: Date | null } & Pick<
    Standing,
    'isAway' | 'areTimesOffered' | 'isPrescribed'
  >
  /** What goes back, or went, in minor units. */
  refund: { amount: number; currency: string }
}
export interface NewsOfPlan extends Told {
  kind: PlanNews
  /** The subscription as it is now. */
  about: PlanStanding & { id: string; paidUntil: Date | null }
}
export type News = NewsOfCare | NewsOfPlan

export const isOfPlan = (news: News): news is NewsOfPlan => news.kind.startsWith('plan-')

/** The right to tell this piece now; undefined when it is told, not due yet, nobody's any more, or somebody else's turn. */
export async function leaseNews(sql: Sql, id: string): Promise<News | undefined> {
  const [row] = await sql`
    with leased as (
      update news n set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      from account a
      where n.id = ${id} and n.done_at is null and n.due_at <= clock_timestamp()
        and coalesce(n.leased_until, '-infinity') <= clock_timestamp()
        and a.id = n.account_id and a.status = 'active'
      returning n.*, a.phone, a.email, a.locale)
    select n.*, c.status, c.starts_at as starts_now, c.ends_at as ends_now, c.away_at is not null as is_away, o.currency,
      coalesce(c.times_offered_for = c.starts_at, false) as are_times_offered,
      (select coalesce(sum(greatest(promised, refunded)), 0)::int from payment_attempt where order_id = o.id) as back,
      exists (select 1 from prescription where consultation_id = c.id and state = 'issued') as is_prescribed,
      s.status as plan_status, s.current_period_end as paid_until, s.quarantined_at is not null as is_set_aside
    from leased n
    left join consultation c on c.id = n.consultation_id left join care_order o on o.id = c.order_id
    left join subscription s on s.id = n.subscription_id`
  return row && (row.subscription_id === null ? ofCare(row) : ofPlan(row))
}

const toldOf = (row: Row): Told => ({
  id: row.id,
  accountId: row.account_id,
  startsAt: row.starts_at,
  createdAt: row.created_at,
  sent: row.sent,
  refused: row.refused,
  asked: row.asked,
  phone: row.phone,
  email: row.email,
  locale: row.locale,
})

const ofCare = (row: Row): NewsOfCare => ({
  ...toldOf(row),
  kind: row.kind,
  about: {
    id: row.consultation_id,
    status: row.status,
    startsAt: row.starts_now,
    endsAt: row.ends_now,
    isAway: row.is_away,
    areTimesOffered: row.are_times_offered,
    isPrescribed: row.is_prescribed,
  },
  refund: { amount: row.back, currency: row.currency ?? 'EUR' },
})

const ofPlan = (row: Row): NewsOfPlan => ({
  ...toldOf(row),
  kind: row.kind,
  about: {
    id: row.subscription_id,
    status: row.plan_status,
    paidUntil: row.paid_until,
    isSetAside: row.is_set_aside,
  },
})

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
export async function isAsKnown(tx: Tx, { id, sent, refused }: Told): Promise<boolean> {
  const [row] = await tx<Pick<Told, 'sent' | 'refused'>[]>`select sent, refused from news where id = ${id} for update`
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

/**
 * Reminders that have come due, of times that are booked now: a moved time is another time, a cancelled one is none, and
 * nothing had to be planned or taken back. Each once by the unique index, whichever worker looks. Whoever booked after a
 * reminder would have been due has just been told.
 */
export async function leaveReminders(tx: Tx, now: Date): Promise<void> {
  for (const { kind, due, useless } of REMINDERS)
    await tx`
      with told as (
        insert into news (account_id, consultation_id, kind, starts_at)
        select coalesce(p.account_id, h.account_id), c.id, ${kind}, c.starts_at
        from consultation c
        join slot_claim s on s.id = c.claim_id
        join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
        where c.status = 'QUEUED' and c.starts_at > ${now}::timestamptz + make_interval(mins => ${useless})
          and c.starts_at <= ${now}::timestamptz + make_interval(mins => ${due})
          and s.locked_at <= c.starts_at - make_interval(mins => ${due})
          and coalesce(p.account_id, h.account_id) is not null
        on conflict (consultation_id, kind, starts_at) where kind like 'reminder-%' do nothing
        returning id, due_at)
      select ${telling(tx)} from told`
}

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
