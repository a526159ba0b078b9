import type { StaffChannel, StaffChoice, StaffTopic } from '@cuida/core/notifications/staff/staff-notifications.ts'
import { defaultStaffSettings } from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { WebDevice } from '../../providers/push/port.ts'

interface Row {
  channels: StaffChannel[]
  topics: StaffTopic[]
  from: string | null
  until: string | null
}

export async function findStaffChoice(sql: Sql, staffId: string): Promise<StaffChoice> {
  const [row] = await sql<Row[]>`
    select channels, topics, quiet_from as "from", quiet_until as until from staff_notification_settings where staff_id = ${staffId}`
  if (!row) return defaultStaffSettings
  const { from, until, ...choice } = row
  return { ...choice, quiet: from !== null && until !== null ? { from, until } : null }
}

export async function saveStaffChoice(
  sql: Sql,
  staffId: string,
  { channels, topics, quiet }: StaffChoice,
): Promise<void> {
  await sql`
    insert into staff_notification_settings (staff_id, channels, topics, quiet_from, quiet_until)
    values (${staffId}, ${[...channels]}, ${[...topics]}, ${quiet?.from ?? null}, ${quiet?.until ?? null})
    on conflict (staff_id) do update set channels = excluded.channels, topics = excluded.topics,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`
}

/** IANA name of the clinician's time zone; null for staff who see no patients. */
export async function findStaffTimeZone(sql: Sql, staffId: string): Promise<string | null> {
  const [row] = await sql<{ timeZone: string | null }[]>`
    select k.time_zone as "timeZone" from staff t left join clinician k on k.id = t.clinician_id where t.id = ${staffId}`
  return row?.timeZone ?? null
}

export type StaffDevice = WebDevice & { id: string }

/** Browsers that get push notifications, until their sign-in is ended. */
export async function findStaffDevices(sql: Sql, staffId: string): Promise<StaffDevice[]> {
  return sql<StaffDevice[]>`
    select d.id, 'web' as kind, d.address, d.p256dh, d.auth
    from staff_push_device d join session s on s.id = d.session_id
    where d.staff_id = ${staffId} and (s.ended_at is null or s.end_reason in ('idle', 'age'))
    order by d.created_at`
}

const MAX_DEVICES = 10

/** A browser belongs to the person who allowed it last. The oldest browsers beyond the limit are removed. */
export async function saveStaffDevice(
  sql: Sql,
  { address, p256dh, auth }: Omit<WebDevice, 'kind'>,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<void> {
  await sql`
    insert into staff_push_device (staff_id, session_id, address, p256dh, auth)
    values (${staffId}, ${sessionId}, ${address}, ${p256dh}, ${auth})
    on conflict (address) do update set staff_id = excluded.staff_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = clock_timestamp()`
  await sql`
    delete from staff_push_device where id in (
      select id from staff_push_device where staff_id = ${staffId} order by created_at desc offset ${MAX_DEVICES})`
}

export async function deleteStaffDevice(sql: Sql, address: string, staffId?: string): Promise<void> {
  await sql`
    delete from staff_push_device
    where address = ${address} ${staffId ? sql`and staff_id = ${staffId}` : sql``}`
}

/** Removes the browsers of sign-ins that were ended. */
export async function deleteSignedOutStaffDevices(sql: Sql): Promise<void> {
  await sql`
    delete from staff_push_device d using session s
    where s.id = d.session_id and s.ended_at is not null and s.end_reason not in ('idle', 'age')`
}
