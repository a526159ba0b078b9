import type { DeskRecord, RecordedConsultation } from '@cuida/core/care/record/desk-record-api.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import type { NameOf } from '../../catalogue/sold-names.ts'
import type { Sql } from '../../kit/db/db.ts'
import { notesOfPatient, privateNotesOf } from '../note-store.ts'

export async function findSubject(sql: Sql, id: string, now: Date): Promise<DeskRecord['patient'] | undefined> {
  const [row] = await sql<Omit<DeskRecord['patient'], 'age'>[]>`
    select id, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", sex
    from patient where id = ${id} and deleted_at is null`
  return row && { ...row, age: ageOn(row.dateOfBirth, dayInUtc(now)) }
}

/**
 * What care there was, with its signed notes; the newest first. What was never paid was no care. All of it: what a clinician
 * is not shown is care that never was.
 */
export async function consultationsOf(sql: Sql, patientId: string, nameOf: NameOf): Promise<RecordedConsultation[]> {
  const [rows, notes, privateNotes] = await Promise.all([
    sql<(Omit<RecordedConsultation, 'at' | 'notes' | 'privateNote'> & { at: Date; slug: string })[]>`
      select c.id, c.product_name as "productName", c.product_slug as slug, c.status, c.closed_for as "closedFor",
        c.failed_for as "failedFor", coalesce(c.starts_at, c.created_at) as at,
        k.name as clinician
      from consultation c left join clinician k on k.id = c.clinician_id
      where c.patient_id = ${patientId} and c.status not in ('PENDING', 'EXPIRED')
      order by at desc, c.id`,
    notesOfPatient(sql, patientId),
    privateNotesOf(sql, { patientId }),
  ])
  return rows.map(({ at, slug, productName: name, ...row }) => ({
    ...row,
    productName: nameOf({ slug, name }),
    at: at.toISOString(),
    notes: notes.get(row.id) ?? [],
    privateNote: privateNotes.get(row.id) ?? null,
  }))
}
