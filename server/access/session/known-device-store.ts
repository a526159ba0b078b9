import type { Sql } from '../../kit/db/db.ts'

/** Enough for a household's phones and computers; the one that was used longest ago makes room. */
const MOST = 10

/** Whether somebody has signed in completely on it before: to this account, or as this member of staff. */
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
      select device_hash from known_device where owner_id = ${ownerId} order by seen_at desc limit ${MOST})`
}

/** After another password, say: whoever knew the old one is a stranger again, on every device but this. */
export async function forgetDevices(sql: Sql, ownerId: string, but?: Buffer): Promise<void> {
  await sql`delete from known_device where owner_id = ${ownerId} and device_hash is distinct from ${but ?? null}::bytea`
}
