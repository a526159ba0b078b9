import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Sql } from '../kit/db/db.ts'

/** Of `staff t`: a desk of theirs spoke in the last minutes. */
export const isSeen = (sql: Sql) => sql`exists (
  select 1 from session s where s.staff_id = t.id and s.ended_at is null
    and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES}))`

/** The condition on `staff t` under which patients may count on them: no pause that lasts, nor off since they signed in. */
export const countsAsThere = (sql: Sql) => sql`(
  t.away is null or t.away_until <= clock_timestamp() or (t.away = 'off' and exists (
    select 1 from session n where n.staff_id = t.id and n.created_at > t.away_since)))`
