import type { Board } from '@cuida/core/care/board/board-api.ts'
import { countsAsThere, isSeen } from '../../access/at-desk-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { seesPatientsOf } from '../queue/queue-store.ts'

/**
 * Who waits on demand while nobody to be counted on who sees patients of their product is at a desk, for so many minutes
 * already: since they wait, or since the last of those was there. Whom closing time asks what they want is not among them.
 */
export async function findUnserved(sql: Sql, minutes: number): Promise<Board['unserved']> {
  const serves = () => seesPatientsOf(sql, sql`c.product_id`)
  const [row] = await sql<{ count: number; since: Date | null }[]>`
    select count(*)::int as count, min(since) as since from (
      select greatest(c.queued_at, (
        select max(case when ${countsAsThere(sql)} then seen.at else least(seen.at, t.away_since) end)
        from staff t cross join lateral (
          select max(least(s.last_seen_at, s.ended_at)) as at from session s where s.staff_id = t.id) seen
        where ${serves()})) as since
      from consultation c
      where c.type = 'on-demand' and c.status = 'QUEUED' and c.after_hours_since is null
        and not exists (select 1 from staff t where ${serves()} and ${isSeen(sql)} and ${countsAsThere(sql)})
    ) unserved
    where since <= clock_timestamp() - make_interval(mins => ${minutes})`
  return row?.since ? { count: row.count, since: row.since.toISOString() } : null
}
