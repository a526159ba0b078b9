import { deleteAll } from '../kit/db/batches.ts'
import type { Db } from '../kit/db/db.ts'
import { purgeIntroductions } from './social/social-store.ts'
import { forgetDeclined } from './team/invitation-store.ts'

// The longest rate limit looks back one day; a registration may be resumed for half an hour.
const KEEP = '2 days'
// As long as a list of one's sessions may be asked for what it showed.
const KEEP_ORIGINS = '90 days'
// A device that nobody signed in from for this long is a stranger again: its cookie has ended too.
const KEEP_DEVICES = '365 days'

/** Deletes proofs, rate limits and tokens that nothing looks at any more. Safe beside another worker's. */
export async function purgeAccess(sql: Db): Promise<void> {
  const before = (age: string) => sql`clock_timestamp() - ${age}::interval`
  await deleteAll(sql, 'verification', sql`expires_at < ${before(KEEP)}`)
  await purgeIntroductions(sql)
  await deleteAll(sql, 'rate_window', sql`started_at < ${before(KEEP)}`)
  await deleteAll(sql, 'spent_token', sql`expires_at < ${before(KEEP)}`)
  await deleteAll(sql, 'idempotency', sql`created_at < ${before(KEEP)}`)
  await deleteAll(sql, 'known_device', sql`seen_at < ${before(KEEP_DEVICES)}`)
  await deleteAll(sql, 'failed_sign_in', sql`at < ${before(KEEP_ORIGINS)}`)
  await sql.begin((tx) => forgetDeclined(tx))
  await deleteAll(sql, 'staff_invitation', sql`ended_at < ${before(KEEP_ORIGINS)}`)
  const old = sql`select id from session where last_seen_at < ${before(KEEP_ORIGINS)}`
  await deleteAll(sql, 'refresh_token', sql`session_id in (${old})`)
}
