import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Sql } from '../kit/db/db.ts'

/** SQL condition on `staff t`: an open desk session of this member sent a request within `AWAY_MINUTES`. */
export const isRecentlyActive = (sql: Sql) => sql`exists (
  select 1 from session s where s.staff_id = t.id and s.ended_at is null
    and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES}))`

/**
 * SQL condition on `staff t`: available to patients, that is without a lasting pause, and not off duty since the last
 * sign-in.
 */
export const isAvailableToPatients = (sql: Sql) => sql`(
  t.away is null or t.away_until <= clock_timestamp() or (t.away = 'off' and exists (
    select 1 from session n where n.staff_id = t.id and n.created_at > t.away_since)))`
