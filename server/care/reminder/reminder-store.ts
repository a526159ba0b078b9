import { REMINDERS } from '@cuida/core/care/reminder/notification-relevance.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { queueSending } from '../../notifications/notification-store.ts'

interface Found {
  isBooked: boolean
  startsAt: Date
  confirmedStart: Date | null
}

/** undefined when the patient has left or there is no appointment. */
export async function findRemindedAppointment(sql: Sql, consultationId: string): Promise<Found | undefined> {
  const [row] = await sql<Found[]>`
    select c.status = 'QUEUED' as "isBooked", c.starts_at as "startsAt", c.confirmed_start as "confirmedStart"
    from consultation c join patient p on p.id = c.patient_id
    where c.id = ${consultationId} and c.starts_at is not null and p.deleted_at is null`
  return row
}

/**
 * Confirms the appointment for this start, a whole minute. Returns the patient's account; undefined when it starts at
 * another time or is no longer booked.
 */
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
 * Enqueues the reminders that are due for current appointments, so that moving or cancelling one needs no cleanup.
 * The unique index makes each reminder unique, whichever worker inserts it. A patient who booked after a reminder was
 * due gets none, because the booking was just confirmed.
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
