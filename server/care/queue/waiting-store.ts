import { NOTIFY_FROM_POSITION } from '@cuida/core/care/queue/waiting.ts'
import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { isAvailableToPatients } from '../../access/staff-availability-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { asSystem } from '../../kit/db/row-security.ts'
import { queuePositionOf } from './queue-position-store.ts'

export async function savePatientPresent(tx: Tx, id: string): Promise<void> {
  await tx`update consultation set here_at = coalesce(here_at, clock_timestamp()) where id = ${id}`
}

export async function savePatientAway(tx: Tx, id: string, away: boolean): Promise<void> {
  await tx`
    update consultation set away_at = case when ${away} then coalesce(away_at, clock_timestamp()) end,
      notified_at = case when ${away} then notified_at end
    where id = ${id}`
}

/**
 * Waiting patients without a promised time. Those who are being asked at closing time get theirs after the reopening.
 */
export async function findWithoutPromisedWait(sql: Sql): Promise<{ id: string; productId: string }[]> {
  const rows = await sql<{ id: string; productId: string }[]>`
    select id, product_id as "productId" from consultation
    where type = 'on-demand' and status = 'QUEUED' and promised_by is null and after_hours_since is null
    order by queued_at limit 100`
  return [...rows]
}

/** Saves the promised time once; a later forecast does not change it. */
export async function savePromisedWait(sql: Sql, id: string, promised: Date): Promise<void> {
  const { count } = await sql`
    update consultation set promised_by = ${promised}
    where id = ${id} and promised_by is null and status = 'QUEUED'`
  if (count > 0) await notifyChanged(sql, [`consultation:${id}`, 'queue'])
}

/**
 * Marks patients who left the waiting room and are almost next as called back, each once. Skips rows that another
 * worker has locked.
 */
export async function markCalledBack(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with near as (
      select c.id from consultation c
      where c.type = 'on-demand' and c.status = 'QUEUED' and c.away_at is not null and c.notified_at is null
        and c.after_hours_since is null
        and ${queuePositionOf(tx)} <= ${NOTIFY_FROM_POSITION}
      for update of c skip locked
    )
    update consultation set notified_at = clock_timestamp() where id in (select id from near) returning id`
  return rows.map(({ id }) => id)
}

export interface QueueDelay {
  /** Patients whom this clinician sees first, including the current one. */
  ahead: number
  /** Minutes since the clinician took the current patient; null without one. */
  heldFor: number | null
  isThere: boolean
}

/**
 * For an appointment whose start has passed: how many patients come first, and whether the clinician is at the desk.
 */
export async function findDelay(sql: Sql, id: string): Promise<QueueDelay | undefined> {
  const [row] = await asSystem(
    () => sql<QueueDelay[]>`
    select
      (select count(*)::int from consultation o where o.clinician_id = me.clinician_id and o.id <> me.id
        and (o.status = 'ACTIVE' or (o.status = 'QUEUED' and o.type = 'scheduled'
          and (o.starts_at, o.id) < (me.starts_at, me.id)))) as ahead,
      (select minutes_since(max(a.at)) from consultation o
        join consultation_action a on a.consultation_id = o.id and a.type = 'ASSIGNED'
        where o.clinician_id = me.clinician_id and o.status = 'ACTIVE') as "heldFor",
      exists (select 1 from session s join staff t on t.id = s.staff_id
        where t.clinician_id = me.clinician_id and s.ended_at is null
          and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES})
          and ${isAvailableToPatients(sql)}) as "isThere"
    from consultation me
    where me.id = ${id} and me.type = 'scheduled' and me.status = 'QUEUED' and me.starts_at < clock_timestamp()`,
  )
  return row
}
