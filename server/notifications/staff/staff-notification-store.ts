import type { StaffConsultationState } from '@cuida/core/consultation/staff-change.ts'
import {
  DESK_NOTIFICATION_MINUTES,
  type StaffNotificationKind,
} from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'

export interface StaffNotification {
  id: string
  kind: StaffNotificationKind
  startsAt: Date
  wasAt: Date | null
  createdAt: Date
  /** The current state of the consultation, as it concerns this member of staff. */
  about: StaffConsultationState
}

const notificationOf = (row: Row): StaffNotification => ({
  id: row.id,
  kind: row.type.slice('staff-'.length),
  startsAt: row.starts_at,
  wasAt: row.was_at,
  createdAt: row.created_at,
  about: { status: row.status, startsAt: row.starts_now, isTheirs: row.is_theirs },
})

const withConsultation = (sql: Sql) => sql`
  select n.id, n.type, n.starts_at, n.was_at, n.created_at, c.status, c.starts_at as starts_now,
    coalesce(c.clinician_id = t.clinician_id, false) as is_theirs
  from notification n join staff t on t.id = n.staff_id join consultation c on c.id = n.consultation_id`

/** A staff notification with its consultation. */
export async function findStaffNotification(sql: Sql, id: string): Promise<StaffNotification | undefined> {
  const [row] = await sql`${withConsultation(sql)} where n.id = ${id}`
  return row && notificationOf(row)
}

/** A member of staff's notifications of the last half hour, latest first. */
export async function recentStaffNotifications(sql: Sql, staffId: string): Promise<StaffNotification[]> {
  const rows = await sql`
    ${withConsultation(sql)}
    where n.staff_id = ${staffId} and n.type like 'staff-%'
      and n.created_at > clock_timestamp() - make_interval(mins => ${DESK_NOTIFICATION_MINUTES})
    order by n.created_at desc, n.id limit 50`
  return rows.map(notificationOf)
}
