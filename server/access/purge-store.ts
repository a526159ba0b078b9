import type { Sql } from '../kit/db.ts'
import { purgeIntroductions } from './social-store.ts'

// The longest budget looks back one day; a registration may be resumed for half an hour.
const KEEP = '2 days'
// A source that nobody signed in from for this long is a stranger again.
const KEEP_SOURCES = '90 days'

/** Deletes proofs, budgets and tokens that nothing looks at any more. Safe beside another worker's. */
export async function purgeAccess(sql: Sql): Promise<void> {
  await sql`delete from verification where expires_at < clock_timestamp() - ${KEEP}::interval`
  await purgeIntroductions(sql)
  await sql`delete from rate_window where started_at < clock_timestamp() - ${KEEP}::interval`
  await sql`delete from spent_token where expires_at < clock_timestamp() - ${KEEP}::interval`
  await sql`delete from idempotency where created_at < clock_timestamp() - ${KEEP}::interval`
  await sql`delete from known_source where seen_at < clock_timestamp() - ${KEEP_SOURCES}::interval`
  await sql`delete from failed_sign_in where at < clock_timestamp() - ${KEEP_SOURCES}::interval`
  await sql`delete from staff_invitation where ended_at < clock_timestamp() - ${KEEP_SOURCES}::interval`
  await sql`
    delete from refresh_token where session_id in (
      select id from session where last_seen_at < clock_timestamp() - ${KEEP_SOURCES}::interval)`
}
