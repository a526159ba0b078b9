import type { CareRules } from '@cuida/core/brand/care-rules.ts'
import type { StaffConsultationState } from '@cuida/core/consultation/staff-change.ts'
import { START_REMINDER_MINUTES } from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { Tx } from '../../kit/db/db.ts'
import { queueSending } from '../../notifications/notification-store.ts'
import { isLateBy } from '../recovery/recovery-store.ts'

/**
 * Notifies clinicians of starts that are ten minutes away. The unique index makes each notification unique, whichever
 * worker inserts it. A clinician who got the appointment later than that was just notified of it. Returns the
 * notified staff.
 */
export async function enqueueSoon(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx<{ staff_id: string }[]>`
    with left_over as (
      insert into notification (staff_id, consultation_id, type, starts_at)
      select t.id, c.id, 'staff-soon', c.starts_at
      from consultation c join staff t on t.clinician_id = c.clinician_id and t.status = 'active'
      left join slot_hold s on s.id = c.slot_hold_id
      where c.status = 'QUEUED' and c.type = 'scheduled' and c.starts_at > ${now}
        and c.starts_at <= ${now}::timestamptz + make_interval(mins => ${START_REMINDER_MINUTES})
        and (s.locked_at is null or s.locked_at <= c.starts_at - make_interval(mins => ${START_REMINDER_MINUTES}))
      on conflict (staff_id, consultation_id, type, starts_at) where type in ('staff-soon', 'staff-late') do nothing
      returning id, staff_id, due_at)
    select ${queueSending(tx)}, staff_id from left_over`
  return rows.map(({ staff_id }) => staff_id)
}

/** Missed starts: notifies the clinician and every manager once per start, until the consultation is released. */
export async function enqueueMissedStartNotifications(tx: Tx, care: CareRules, now: Date): Promise<string[]> {
  const rows = await tx<{ staff_id: string }[]>`
    with left_over as (
      insert into notification (staff_id, consultation_id, type, starts_at)
      select t.id, c.id, 'staff-late', c.starts_at
      from consultation c
      join staff t on t.status = 'active' and (t.clinician_id = c.clinician_id or t.role like '%clinical-manager')
      where ${isLateBy(tx, care.lateMinutes, now)}
        and c.starts_at > ${now}::timestamptz - make_interval(mins => ${care.releaseMinutes})
      on conflict (staff_id, consultation_id, type, starts_at) where type in ('staff-soon', 'staff-late') do nothing
      returning id, staff_id, due_at)
    select ${queueSending(tx)}, staff_id from left_over`
  return rows.map(({ staff_id }) => staff_id)
}

/** Takes the changed consultations that are due for comparison; a row goes to one transaction only. */
export async function takeChangedConsultations(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from staff_change_check where consultation_id in (
      select consultation_id from staff_change_check where due_at <= clock_timestamp()
      order by due_at limit 100 for update skip locked)
    returning consultation_id as id`
  return rows.map(({ id }) => id)
}

export interface NotifiedStaff {
  staffId: string
  known: Date | undefined
  state: StaffConsultationState
  /** The last action on the consultation is their own. */
  isOwn: boolean
}

/** The clinician of the consultation, and staff who were notified that it was theirs. */
export async function findNotifiedStaff(tx: Tx, consultationId: string): Promise<NotifiedStaff[]> {
  const rows = await tx`
    select t.id, k.starts_at as known, c.status, c.starts_at, coalesce(t.clinician_id = c.clinician_id, false) as is_theirs,
      coalesce(t.id = (select a.staff_id from consultation_action a where a.consultation_id = c.id
        order by a.id desc limit 1), false) as is_own
    from consultation c
    join staff t on t.status = 'active' and (t.clinician_id = c.clinician_id or exists (
      select 1 from staff_known_start w where w.consultation_id = c.id and w.staff_id = t.id))
    left join staff_known_start k on k.consultation_id = c.id and k.staff_id = t.id
    where c.id = ${consultationId} and c.starts_at is not null`
  return rows.map((row) => ({
    staffId: row.id,
    known: row.known ?? undefined,
    state: { status: row.status, startsAt: row.starts_at, isTheirs: row.is_theirs },
    isOwn: row.is_own,
  }))
}

export async function saveKnownStart(
  tx: Tx,
  consultationId: string,
  staffId: string,
  startsAt: Date | null,
): Promise<void> {
  if (!startsAt)
    await tx`delete from staff_known_start where consultation_id = ${consultationId} and staff_id = ${staffId}`
  else
    await tx`
      insert into staff_known_start (consultation_id, staff_id, starts_at)
      values (${consultationId}, ${staffId}, ${startsAt})
      on conflict (consultation_id, staff_id) do update set starts_at = excluded.starts_at`
}
