import type { Sql } from '../../kit/db/db.ts'
import type { Audience } from './session-store.ts'

/** Enough for the phones and computers of a household; beyond it the least recently used device is removed. */
const LIMIT = 10

/** Whether this account or member of staff has completed a sign-in on this device. */
export async function isDeviceOf(sql: Sql, ownerId: string | undefined, device: Buffer): Promise<boolean> {
  const rows = await sql`
    select 1 from known_device where owner_id = ${ownerId ?? null} and device_hash = ${device}`
  return rows.length > 0
}

export async function rememberDevice(sql: Sql, ownerId: string, device: Buffer): Promise<void> {
  await sql`
    insert into known_device (owner_id, device_hash) values (${ownerId}, ${device})
    on conflict (owner_id, device_hash) do update set seen_at = clock_timestamp()`
  await sql`
    delete from known_device where owner_id = ${ownerId} and device_hash not in (
      select device_hash from known_device where owner_id = ${ownerId} order by seen_at desc limit ${LIMIT})`
}

/**
 * Forgets all devices but `but`, for example after a password change: a person who knew the old password loses the
 * known device.
 */
export async function forgetDevices(sql: Sql, ownerId: string, but?: Buffer): Promise<number> {
  const { count } =
    await sql`delete from known_device where owner_id = ${ownerId} and device_hash is distinct from ${but ?? null}::bytea`
  return count
}

export async function forgetAllDevices(sql: Sql, audience: Audience): Promise<void> {
  const owners = audience === 'patients' ? sql`select id from account` : sql`select id from staff`
  await sql`delete from known_device where owner_id in (${owners})`
}
