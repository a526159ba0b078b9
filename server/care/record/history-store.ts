import type { DeskRecord, RecordedConsultation } from '@cuida/core/care/record/desk-record-api.ts'
import type { EntryVersion, HistoryEntry, NewEntry } from '@cuida/core/care/record/history.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import type { NameOf } from '../../catalogue/sold-names.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import { brokenConstraint, type Sql, type Tx } from '../../kit/db/db.ts'
import { notesOfPatient, privateNotesOf } from '../note-store.ts'

interface Stored extends Omit<EntryVersion, 'writtenAt'> {
  writtenAt: Date
  supersedes: string | null
}

/** Current entries, each with the versions that it replaced. */
export async function entriesOf(sql: Sql, patientId: string): Promise<HistoryEntry[]> {
  const stored = await sql<Stored[]>`
    select e.id, e.kind, e.text, e.onset, e.severity, e.status, e.relative, e.supersedes, e.reason, t.name as author,
      e.written_at as "writtenAt"
    from history_entry e join staff t on t.id = e.author_id
    where e.patient_id = ${patientId} order by e.written_at, e.id`
  const rows = await decryptRows(sql, stored, { text: 'history_entry.text', reason: 'history_entry.reason' })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const replaced = new Set(rows.map(({ supersedes }) => supersedes))
  return rows.filter(({ id }) => !replaced.has(id)).map((row) => ({ ...versionOf(row), earlier: chainOf(row, byId) }))
}

function chainOf(row: Stored, byId: ReadonlyMap<string, Stored>): EntryVersion[] {
  const before = row.supersedes ? byId.get(row.supersedes) : undefined
  return before ? [versionOf(before), ...chainOf(before, byId)] : []
}

const versionOf = ({ supersedes, writtenAt, ...row }: Stored): EntryVersion => ({
  ...row,
  writtenAt: writtenAt.toISOString(),
})

export interface EntryContext {
  patientId: string
  authorId: string
  /** The entry that this one replaces, and the reason. */
  instead?: { id: string; reason: string }
}

/** undefined: a concurrent request replaced the same entry first. */
export async function insertEntry(
  tx: Tx,
  entry: NewEntry,
  { patientId, authorId, instead }: EntryContext,
): Promise<string | undefined> {
  const { kind, text, onset, severity, status, relative } = entry
  try {
    const [row] = await tx.savepoint(
      (step) => step<{ id: string }[]>`
        insert into history_entry (patient_id, kind, text, onset, severity, status, relative, author_id, supersedes, reason)
        values (${patientId}, ${kind}, ${encryptText(tx, 'history_entry.text', text)}, ${onset}, ${severity}, ${status},
          ${relative}, ${authorId}, ${instead?.id ?? null}, ${encryptText(tx, 'history_entry.reason', instead?.reason ?? null)})
        returning id`,
    )
    return row?.id
  } catch (error) {
    if (brokenConstraint(error) === 'history_entry_supersedes_key') return undefined
    throw error
  }
}

/**
 * Finds an equal entry that the same author added in the last ten minutes: a double click, or a retry whose reply was
 * lost.
 */
export async function findJustAdded(
  tx: Tx,
  { kind, text, onset, severity, relative, status }: NewEntry,
  { patientId, authorId }: EntryContext,
): Promise<string | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`entry ${patientId}`}, 0))`
  const rows = await tx<{ id: string; text: string }[]>`
    select id, text from history_entry e
    where patient_id = ${patientId} and author_id = ${authorId} and kind = ${kind}
      and status = ${status} and onset is not distinct from ${onset} and severity is not distinct from ${severity}
      and relative is not distinct from ${relative} and supersedes is null
      and written_at > clock_timestamp() - interval '10 minutes'
      and not exists (select 1 from history_entry where supersedes = e.id)`
  const recent = await decryptRows(tx, rows, { text: 'history_entry.text' })
  return recent.find((entry) => entry.text === text)?.id
}

/** The kind of this patient's entry; a replacement keeps it. */
export async function kindOf(sql: Sql, patientId: string, id: string): Promise<NewEntry['kind'] | undefined> {
  const [row] = await sql<{ kind: NewEntry['kind'] }[]>`
    select kind from history_entry where id = ${id} and patient_id = ${patientId}`
  return row?.kind
}

/** The current version of an entry after any number of replacements. */
export async function findCurrentVersion(tx: Tx, id: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    with recursive version as (
      select id from history_entry where id = ${id}
      union all
      select e.id from history_entry e join version on e.supersedes = version.id)
    select id from version where not exists (select 1 from history_entry where supersedes = version.id)`
  return row?.id ?? id
}

export async function findSubject(sql: Sql, id: string, now: Date): Promise<DeskRecord['patient'] | undefined> {
  const [row] = await sql<Omit<DeskRecord['patient'], 'age'>[]>`
    select id, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", sex
    from patient where id = ${id} and deleted_at is null`
  return row && { ...row, age: ageOn(row.dateOfBirth, dayInUtc(now)) }
}

/**
 * All paid consultations of a patient with their signed notes, newest first. Not paginated: a clinician takes what is
 * not shown as care that never happened.
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
