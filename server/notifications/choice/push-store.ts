import type { Sql } from '../../kit/db/db.ts'
import type { PushDevice } from '../../providers/push/port.ts'

export type Device = PushDevice & { id: string }

/**
 * Push devices of an account. Signing out, changing the password or leaving ends them; a session that merely expired
 * does not, because a push is for people who are not in the app.
 */
export const findDevices = async (sql: Sql, accountId: string): Promise<Device[]> => devicesOf(sql, accountId)

export const devicesOf = (sql: Sql, accountId: string) => sql<Device[]>`
  select d.id, d.kind, d.address, d.p256dh, d.auth from push_device d join session s on s.id = d.session_id
  where d.account_id = ${accountId} and (s.ended_at is null or s.end_reason in ('idle', 'age'))
  order by d.created_at`

/** A device belongs to the account that allowed it last. The oldest devices beyond the limit are removed. */
export async function saveDevice(
  sql: Sql,
  device: PushDevice,
  owner: { accountId: string; sessionId: string },
): Promise<void> {
  const { kind, address } = device
  const { p256dh, auth } = kind === 'web' ? device : { p256dh: null, auth: null }
  await sql`
    insert into push_device (account_id, session_id, kind, address, p256dh, auth)
    values (${owner.accountId}, ${owner.sessionId}, ${kind}, ${address}, ${p256dh}, ${auth})
    on conflict (address) do update set account_id = excluded.account_id, session_id = excluded.session_id,
      kind = excluded.kind, p256dh = excluded.p256dh, auth = excluded.auth, created_at = clock_timestamp()`
  await sql`
    delete from push_device where id in (
      select id from push_device where account_id = ${owner.accountId} order by created_at desc offset ${MAX_DEVICES})`
}
const MAX_DEVICES = 10

/** The push service no longer knows the device, or its owner removed it. */
export async function deletePushDevice(sql: Sql, address: string, accountId?: string): Promise<void> {
  await sql`
    delete from push_device
    where address = ${address} ${accountId ? sql`and account_id = ${accountId}` : sql``}`
}

/** Removes the devices of people who left or signed out. */
export async function deleteSignedOutDevices(sql: Sql): Promise<void> {
  await sql`
    delete from push_device d using session s
    where s.id = d.session_id and s.ended_at is not null and s.end_reason not in ('idle', 'age')`
}
