import type { Config } from '@cuida/core/brand/config.ts'
import type { ClinicianAttendance } from '@cuida/core/consultation/attendance.ts'
import { isAvailableToPatients, isRecentlyActive } from '../access/staff-availability-store.ts'
import { agendaOf, parseStoredAgenda, type StoredAgenda } from '../booking/agenda/agenda-store.ts'
import type { Sql } from '../kit/db/db.ts'

/** An active clinician and the products that they offer. */
export interface StoredClinicianAttendance extends ClinicianAttendance {
  products: readonly string[]
  /** While at the desk they see patients of every product. */
  seesAll: boolean
}

interface Row extends Pick<StoredClinicianAttendance, 'products' | 'seesAll' | 'isSeen'> {
  counts: boolean
  away_since: Date
  away_until: Date | null
  agenda: StoredAgenda
  booked: string[]
}

/** All active clinicians for all products in one query: a clinic has a few dozen. */
export async function findClinicianAttendances(
  sql: Sql,
  closing: Pick<Config, 'holidays'>,
): Promise<StoredClinicianAttendance[]> {
  const rows = await sql<Row[]>`
    select t.role = 'clinician-and-clinical-manager' as "seesAll", ${isRecentlyActive(sql)} as "isSeen",
      ${isAvailableToPatients(sql)} as counts, t.away_since, t.away_until, ${agendaOf(sql)} as agenda,
      array(select p.product_id from clinician_product p where p.clinician_id = c.id) as products,
      (select coalesce(json_agg(b.starts_at), '[]') from consultation b
        where b.clinician_id = c.id and b.status = 'QUEUED'
          and b.starts_at between statement_timestamp() - interval '4 hours' and statement_timestamp() + interval '1 day'
      ) as booked
    from staff t join clinician c on c.id = t.clinician_id
    where t.status = 'active'`
  return rows.map(({ counts, away_since: since, away_until: until, agenda, booked, ...row }) => ({
    ...row,
    away: counts ? null : { since, until },
    agenda: parseStoredAgenda(agenda, closing),
    booked: booked.map((start) => new Date(start)),
  }))
}
