import type { AssignedEditRequest } from '@cuida/core/care/record/desk-record-api.ts'
import type { EditRequest, HistoryKind } from '@cuida/core/care/record/history.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'

const columns = (sql: Sql) => sql`
  r.id, r.section, r.entry_id, r.text, r.created_at, r.state, r.answered_at, r.answer,
  (select name from staff where id = r.answered_by) as answered_by`

const TEXTS = { text: 'edit_request.text', answer: 'edit_request.answer' } as const

const requestOf = (row: Row): EditRequest => ({
  id: row.id,
  section: row.section,
  entryId: row.entry_id,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  state: row.state,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by,
  answer: row.answer,
})

/** Open requests first, then the newest; answered ones stay listed. */
export async function requestsOf(sql: Sql, patientId: string): Promise<EditRequest[]> {
  const rows = await sql`
    select ${columns(sql)} from edit_request r where r.patient_id = ${patientId}
    order by r.state <> 'open', r.created_at desc, r.id`
  return (await decryptRows<Row>(sql, rows, TEXTS)).map(requestOf)
}

export async function openRequestsOf(sql: Sql, patientId: string): Promise<EditRequest[]> {
  const rows = await sql`
    select ${columns(sql)} from edit_request r where r.patient_id = ${patientId} and r.state = 'open'
    order by r.created_at, r.id`
  return (await decryptRows<Row>(sql, rows, TEXTS)).map(requestOf)
}

/** Counts open requests under a lock on the patient's row, so that concurrent requests cannot exceed the limit. */
export async function countOpen(tx: Tx, patientId: string): Promise<number> {
  await tx`select 1 from patient where id = ${patientId} for no key update`
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from edit_request where patient_id = ${patientId} and state = 'open'`
  return row?.count ?? 0
}

interface Asked {
  patientId: string
  section: HistoryKind
  entryId: string | null
  text: string
}

/** An open request with the same content: a repeated tap. The caller holds the lock of `countOpen`. */
export async function findSameRequest(
  tx: Tx,
  { patientId, section, entryId, text }: Asked,
): Promise<EditRequest | undefined> {
  const rows = await tx`
    select ${columns(tx)} from edit_request r where r.patient_id = ${patientId} and r.section = ${section}
      and r.entry_id is not distinct from ${entryId} and r.state = 'open'`
  const open = (await decryptRows<Row>(tx, rows, TEXTS)).map(requestOf)
  return open.find((request) => request.text === text)
}

export async function insertRequest(tx: Tx, { patientId, section, entryId, text }: Asked): Promise<EditRequest> {
  const [row] = await tx`
    with r as (
      insert into edit_request (patient_id, section, entry_id, text)
      values (${patientId}, ${section}, ${entryId}, ${encryptText(tx, 'edit_request.text', text)}) returning *)
    select ${columns(tx)} from r`
  if (!row) throw new Error('the insert of a change request returned no row')
  return { ...requestOf(row), text }
}

/**
 * Open requests of patients whom this clinician attends or attended; for a manager who is a clinician, of all
 * patients. Not paginated, because an unlisted request would never be answered.
 */
export async function requestsFor(
  sql: Sql,
  { staffId, clinicianId, role }: StaffCaller,
): Promise<AssignedEditRequest[]> {
  const rows = await sql`
    select ${columns(sql)}, p.id as patient_id, p.first_name, p.last_name
    from edit_request r join patient p on p.id = r.patient_id
    where r.state = 'open' and p.deleted_at is null and ${clinicianId}::uuid is not null
      and (${role.includes('clinical-manager')} or exists (
        select 1 from consultation c where c.patient_id = p.id
          and ((c.status in ('ACTIVE', 'CLOSING') and c.held_by = ${staffId})
            or (c.status = 'QUEUED' and c.clinician_id = ${clinicianId})
            or (c.status in ('CLOSED', 'CLOSED_WITH_ERROR') and (c.held_by = ${staffId} or c.clinician_id = ${clinicianId})))))
    order by r.created_at, r.id`
  return (await decryptRows<Row>(sql, rows, TEXTS)).map((row) => ({
    ...requestOf(row),
    patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name },
  }))
}

export interface LockedRequest extends Asked {
  id: string
  state: EditRequest['state']
}

/** Locks the request, so that it is answered once. */
export async function lockRequest(tx: Tx, id: string): Promise<LockedRequest | undefined> {
  const rows = await tx<LockedRequest[]>`
    select id, patient_id as "patientId", section, entry_id as "entryId", text, state
    from edit_request where id = ${id} for update`
  const [request] = await decryptRows(tx, rows, { text: 'edit_request.text' })
  return request
}

export async function answerRequest(
  tx: Tx,
  { id, staffId, newEntryId, answer }: { id: string; staffId: string; newEntryId?: string; answer?: string },
): Promise<void> {
  await tx`
    update edit_request set state = ${newEntryId ? 'accepted' : 'declined'}, answered_by = ${staffId},
      answered_at = clock_timestamp(), made_entry_id = ${newEntryId ?? null}, answer = ${encryptText(tx, 'edit_request.answer', answer ?? null)}
    where id = ${id} and state = 'open'`
}

/** The language of the account that acts for a patient; '' when none is set. */
export async function findLocale(tx: Tx, patientId: string): Promise<string> {
  const [row] = await tx<{ locale: string | null }[]>`
    select a.locale from patient p left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id) where p.id = ${patientId}`
  return row?.locale ?? ''
}
