import { careRelation, type RelatedConsultation, type Relation } from '@cuida/core/care/record/care-relation.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'

/**
 * The care relation that lets this clinician read the record now; undefined without one, or without such a patient.
 */
export async function relationOf(
  sql: Sql,
  patientId: string,
  staff: StaffCaller,
  now: Date,
): Promise<Relation | undefined> {
  const [[row], ties] = await Promise.all([
    sql<{ asked: boolean; emergency_access_until: Date | null }[]>`
      select exists (select 1 from edit_request where patient_id = p.id and state = 'open') as asked,
        (select max(open_until) from break_glass where patient_id = p.id and staff_id = ${staff.staffId}) as emergency_access_until
      from patient p where p.id = ${patientId} and p.deleted_at is null`,
    tiesOf(sql, patientId, staff),
  ])
  if (!row || !staff.clinicianId) return undefined
  const isManager = staff.role.includes('clinical-manager')
  return careRelation({
    now,
    ties,
    hasOpenRequest: row.asked,
    isManager,
    emergencyAccessUntil: row.emergency_access_until ?? undefined,
  })
}

/** As `relationOf`, for writing: locks the patient against deletion until the transaction ends. */
export async function relationToWrite(tx: Tx, patientId: string, staff: StaffCaller, now: Date) {
  await tx`select 1 from patient where id = ${patientId} for key share`
  return relationOf(tx, patientId, staff, now)
}

async function tiesOf(
  sql: Sql,
  patientId: string,
  { staffId, clinicianId }: StaffCaller,
): Promise<RelatedConsultation[]> {
  const rows = await sql<(Omit<RelatedConsultation, 'status'> & { status: ConsultationStatus })[]>`
    select c.id as "consultationId", c.status, c.held_by is not distinct from ${staffId} as held,
      c.clinician_id is not distinct from ${clinicianId} as booked,
      coalesce(c.starts_at, c.created_at) as at, c.changed_at as "changedAt"
    from consultation c
    where c.patient_id = ${patientId} and c.status <> 'PENDING' and c.type <> 'medical-update'
      and (c.held_by = ${staffId} or c.clinician_id = ${clinicianId})`
  return [...rows]
}

/** Topics of all screens that show this record: the account that acts for the patient, and the desk. */
export async function recordTopics(sql: Sql, patientId: string): Promise<string[]> {
  const [row] = await sql<{ id: string }[]>`
    select coalesce(p.account_id, h.account_id) as id
    from patient p left join patient h on h.id = p.holder_id where p.id = ${patientId}`
  return ['records', `record:${patientId}`, ...(row ? [`account:${row.id}`] : [])]
}
