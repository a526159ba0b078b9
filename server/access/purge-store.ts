import { deleteAll } from '../kit/db/batches.ts'
import type { Db } from '../kit/db/db.ts'
import { purgeIntroductions } from './social/social-store.ts'
import { deleteDeclinedProfiles } from './team/invitation-store.ts'

// A registration can be resumed for half an hour.
const KEEP = '2 days'
// Sign-in origins are kept as long as the session list can show them.
const KEEP_ORIGINS = '90 days'
// What a partner's program did not take in is still worth sending again for a while.
const KEEP_WEBHOOKS = '30 days'
// The cookie of a known device has expired by then as well.
const KEEP_DEVICES = '365 days'

/**
 * Deletes expired verifications, rate limits, tokens, origins, devices and messages to partners' programs. Safe to run in several workers at once.
 */
export async function purgeAccess(sql: Db): Promise<void> {
  const before = (age: string) => sql`clock_timestamp() - ${age}::interval`
  await deleteAll(sql, 'verification', sql`expires_at < ${before(KEEP)}`)
  await purgeIntroductions(sql)
  await deleteAll(sql, 'rate_count', sql`ends_at < clock_timestamp()`)
  await deleteAll(sql, 'spent_token', sql`expires_at < ${before(KEEP)}`)
  await deleteAll(sql, 'idempotency', sql`created_at < ${before(KEEP)}`)
  await deleteAll(sql, 'known_device', sql`seen_at < ${before(KEEP_DEVICES)}`)
  await deleteAll(sql, 'failed_sign_in', sql`at < ${before(KEEP_ORIGINS)}`)
  await deleteAll(sql, 'webhook_delivery', sql`at < ${before(KEEP_WEBHOOKS)}`)
  await sql.begin((tx) => deleteDeclinedProfiles(tx))
  await deleteAll(sql, 'staff_invitation', sql`ended_at < ${before(KEEP_ORIGINS)}`)
  const old = sql`select id from session where last_seen_at < ${before(KEEP_ORIGINS)}`
  await deleteAll(sql, 'refresh_token', sql`session_id in (${old})`)
}
