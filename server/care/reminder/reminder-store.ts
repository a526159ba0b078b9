import { REMINDERS } from '@cuida/core/care/reminder/notification-relevance.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { queueSending } from '../../notifications/notification-store.ts'

interface Found {
  isBooked: boolean
  startsAt: Date
  confirmedStart: Date | null
}

/** undefined when it is nobody's any more, or has no hour. */
export async function findReminded(sql: Sql, consultationId: string): Promise<Found | undefined> {
  const [row] = await sql<Found[]>`
    select c.status = 'QUEUED' as "isBooked", c.starts_at as "startsAt", c.confirmed_start as "confirmedStart"
    from consultation c join patient p on p.id = c.patient_id
    where c.id = ${consultationId} and c.starts_at is not null and p.deleted_at is null`
  return row
}

/** Whose it is, once it is confirmed for this start, a whole minute; undefined when it starts at another time, or not at all. */
export async function confirmStart(tx: Tx, consultationId: string, start: Date): Promise<string | undefined> {
  const [row] = await tx<{ accountId: string }[]>`
    update consultation c set confirmed_start = c.starts_at
    from patient p left join patient h on h.id = p.holder_id
    where c.id = ${consultationId} and p.id = c.patient_id and date_trunc('minute', c.starts_at) = ${start}
      and c.status = 'QUEUED'
    returning coalesce(p.account_id, h.account_id) as "accountId"`
  return row?.accountId
}

/**
 * Reminders that have come due, of times that are booked now: a moved time is another time, a cancelled one is none, and
 * nothing had to be planned or taken back. Each once by the unique index, whichever worker looks. Whoever booked after a
 * reminder would have been due has just been told.
 */
export async function enqueueReminders(tx: Tx, now: Date): Promise<void> {
  for (const { kind, due, useless } of REMINDERS)
    await tx`
      with left_over as (
        insert into notification (account_id, consultation_id, type, starts_at)
        select coalesce(p.account_id, h.account_id), c.id, ${kind}, c.starts_at
        from consultation c
        join slot_hold s on s.id = c.slot_hold_id
        join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
        where c.status = 'QUEUED' and c.starts_at > ${now}::timestamptz + make_interval(mins => ${useless})
          and c.starts_at <= ${now}::timestamptz + make_interval(mins => ${due})
          and s.locked_at <= c.starts_at - make_interval(mins => ${due})
          and coalesce(p.account_id, h.account_id) is not null
        on conflict (consultation_id, type, starts_at) where type like 'reminder-%' do nothing
        returning id, due_at)
      select ${queueSending(tx)} from left_over`
}
