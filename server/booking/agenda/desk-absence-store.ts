import type { Absence } from '@cuida/core/booking/agenda/agenda-api.ts'
import type { Sql } from '../../kit/db/db.ts'

interface Row {
  id: string
  clinicianId: string
  start: Date
  end: Date
  undecided: number
}

/** Absences that are not over, or end after `from`, by clinician; with how many booked hours in them nobody has decided of. */
export async function findAbsences(sql: Sql, ids: readonly string[], from: Date): Promise<Map<string, Absence[]>> {
  const rows = await sql<Row[]>`
    select a.id, a.clinician_id as "clinicianId", a.starts_at as "start", a.ends_at as "end",
      (select count(*)::int from consultation c
        where c.clinician_id = a.clinician_id and c.status = 'QUEUED' and c.type = 'scheduled'
          and c.starts_at < a.ends_at and c.ends_at > a.starts_at and c.starts_at > clock_timestamp()
          and c.times_offered_for is distinct from c.starts_at) as undecided
    from clinician_absence a
    where a.clinician_id = any(${[...ids]}) and a.taken_back_at is null
      and a.ends_at > least(${from}::timestamptz, clock_timestamp())
    order by a.starts_at, a.id`
  const absences = new Map(ids.map((id) => [id, [] as Absence[]]))
  for (const { id, clinicianId, start, end, undecided } of rows)
    absences.get(clinicianId)?.push({ id, startTime: start.toISOString(), endTime: end.toISOString(), undecided })
  return absences
}
