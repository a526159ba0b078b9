import type { FinishedConsultation, OwnPatient } from '@cuida/core/care/finished/finished-api.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { NameOf } from '../../catalogue/sold-names.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'

/** More than a large clinic finishes in a day. */
export const MAX_FINISHED = 1_000
/** With more matches the name was too common to search for. */
export const MAX_PATIENTS_FOUND = 20

interface Finished {
  start: Date
  end: Date
  /** The calendar day for which ages are computed. */
  day: string
  everyone: boolean
  nameOf: NameOf
}

/**
 * Consultations that ended in a span after a clinician had taken them, latest first; at most one more than
 * MAX_FINISHED. The index `endings_by_moment` finds the endings. Bookings cancelled before a clinician took them are
 * excluded.
 */
export async function findFinished(
  sql: Sql,
  { staffId, clinicianId }: StaffCaller,
  { start, end, day, everyone, nameOf }: Finished,
): Promise<FinishedConsultation[]> {
  const rows = await sql`
    select c.id, c.status, c.closed_for, c.failed_for, c.contact_method, c.product_slug, c.product_name, c.patient_id,
      p.first_name, p.last_name, p.date_of_birth, t.name as professional, a.at,
      c.held_by = ${staffId} or coalesce(c.clinician_id = ${clinicianId}, false) as may_open
    from consultation_action a
    join consultation c on c.id = a.consultation_id
    join patient p on p.id = c.patient_id
    join staff t on t.id = c.held_by
    where a.type in ('CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED') and a.at >= ${start} and a.at < ${end}
      and p.deleted_at is null ${everyone ? sql`` : sql`and c.held_by = ${staffId}`}
      and exists (select 1 from consultation_action taken where taken.consultation_id = c.id and taken.type = 'ASSIGNED')
    order by a.at desc, c.id limit ${MAX_FINISHED + 1}`
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    closedFor: row.closed_for,
    failedFor: row.failed_for,
    contactMethod: row.contact_method,
    productName: nameOf({ slug: row.product_slug, name: row.product_name }),
    patient: {
      id: row.patient_id,
      firstName: row.first_name,
      lastName: row.last_name,
      age: ageOn(row.date_of_birth, day),
    },
    professional: row.professional,
    endedAt: row.at.toISOString(),
    mayOpen: row.may_open,
  }))
}

/**
 * The matching patients whom this clinician attends or attended, latest first; at most MAX_PATIENTS_FOUND + 1.
 */
export async function findOwnPatients(
  sql: Sql,
  staffId: string,
  { name, today, nameOf }: { name: string; today: string; nameOf: NameOf },
): Promise<OwnPatient[]> {
  const rows = await sql`
    select p.id, p.first_name, p.last_name, p.date_of_birth, last.id as consultation_id, last.at, last.product_slug,
      last.product_name
    from patient p
    cross join lateral (
      select c.id, c.changed_at as at, c.product_slug, c.product_name from consultation c
      where c.held_by = ${staffId} and c.patient_id = p.id
        and c.status in ('ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR')
      order by c.changed_at desc limit 1
    ) last
    where p.deleted_at is null
      and array_to_tsvector(search_words(p.first_name || ' ' || p.last_name)) @@ search_query(${name})
    order by last.at desc, p.id limit ${MAX_PATIENTS_FOUND + 1}`
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    age: ageOn(row.date_of_birth, today),
    dateOfBirth: row.date_of_birth,
    lastConsultation: {
      id: row.consultation_id,
      at: row.at.toISOString(),
      productName: nameOf({ slug: row.product_slug, name: row.product_name }),
    },
  }))
}
