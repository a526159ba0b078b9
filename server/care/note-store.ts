import type { Note, PrivateNote } from '@cuida/core/care/consultation.ts'
import type { LockedConsultation } from '../consultation/change-store.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

type Stored = Omit<Note, 'signedAt'> & { consultationId: string; signedAt: Date }

const notes = (sql: Sql) => sql`
  select n.id, n.text, n.signed_at as "signedAt", n.amends, n.reason, t.name as author, n.consultation_id as "consultationId"
  from note n join staff t on t.id = n.author_id`

const noteOf = ({ consultationId, signedAt, ...note }: Stored): Note => ({ ...note, signedAt: signedAt.toISOString() })

/** Signed notes, oldest first; amendments come after the notes that they amend. */
export async function notesOf(sql: Sql, consultationId: string): Promise<Note[]> {
  const rows = await sql<Stored[]>`
    ${notes(sql)} where n.consultation_id = ${consultationId} order by n.signed_at, n.id`
  return rows.map(noteOf)
}

/** The notes of all consultations of a patient, by consultation id. */
export async function notesOfPatient(sql: Sql, patientId: string): Promise<Map<string, Note[]>> {
  const rows = await sql<Stored[]>`
    ${notes(sql)} where n.consultation_id in (select id from consultation where patient_id = ${patientId})
    order by n.signed_at, n.id`
  const found = new Map<string, Note[]>()
  for (const row of rows) found.set(row.consultationId, [...(found.get(row.consultationId) ?? []), noteOf(row)])
  return found
}

/**
 * The note to amend, with its author. For an amendment this is the original note, because amendments are not amended
 * themselves.
 */
export async function findSignedNote(
  sql: Sql,
  consultationId: string,
  noteId: string,
): Promise<{ id: string; authorId: string; patientId: string } | undefined> {
  const [row] = await sql<{ id: string; authorId: string; patientId: string }[]>`
    select coalesce(n.amends, n.id) as id, n.author_id as "authorId", c.patient_id as "patientId"
    from note n join consultation c on c.id = n.consultation_id
    where n.id = ${noteId} and n.consultation_id = ${consultationId}`
  return row
}

/** Idempotent: the same text for the same note is stored once. */
export async function insertAmendment(
  tx: Tx,
  amendment: { consultationId: string; noteId: string; authorId: string; text: string; reason: string },
): Promise<{ id: string; isNew: boolean }> {
  const { consultationId, noteId, authorId, text, reason } = amendment
  const [newNote] = await tx<{ id: string }[]>`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${consultationId}, ${authorId}, ${text}, ${noteId}, ${reason}) on conflict do nothing returning id`
  if (newNote) return { id: newNote.id, isNew: true }
  const [same] = await tx<{ id: string }[]>`select id from note where amends = ${noteId} and text = ${text}`
  return { id: same?.id ?? '', isNew: false }
}

interface SignedTexts {
  /** Shown to the patient. */
  text: string
  /** For the care team only; '' for none, undefined to keep the saved draft. */
  privateText: string | undefined
}

/** Signs a clinician's notes about a consultation and clears the drafts. */
export async function insertNotes(
  tx: Tx,
  consultationId: string,
  authorId: string,
  { text, privateText }: SignedTexts,
): Promise<void> {
  await tx`insert into note (consultation_id, author_id, text) values (${consultationId}, ${authorId}, ${text})`
  const signed = tx`coalesce(${privateText ?? null}, private_draft)`
  await tx`
    insert into private_note (consultation_id, author_id, text)
    select id, ${authorId}, ${signed} from consultation where id = ${consultationId} and ${signed} <> ''`
  await tx`update consultation set draft = '', private_draft = '' where id = ${consultationId}`
}

/** The private notes of a patient's consultations, or of one consultation, by consultation id. Only for the desk. */
export async function privateNotesOf(
  sql: Sql,
  of: { patientId: string } | { consultationId: string },
): Promise<Map<string, PrivateNote>> {
  const rows = await sql<(Omit<PrivateNote, 'signedAt'> & { consultationId: string; signedAt: Date })[]>`
    select n.consultation_id as "consultationId", n.text, n.signed_at as "signedAt", t.name as author
    from private_note n join staff t on t.id = n.author_id join consultation c on c.id = n.consultation_id
    where ${'patientId' in of ? sql`c.patient_id = ${of.patientId}` : sql`c.id = ${of.consultationId}`}`
  return new Map(
    rows.map(({ consultationId, signedAt, ...note }) => [
      consultationId,
      { ...note, signedAt: signedAt.toISOString() },
    ]),
  )
}

export async function updateDraft(
  tx: Tx,
  { id, draftVersion }: LockedConsultation,
  { text, privateText }: SignedTexts,
): Promise<number> {
  const version = draftVersion + 1
  await tx`update consultation set draft = ${text}, private_draft = coalesce(${privateText ?? null}, private_draft), draft_version = ${version} where id = ${id}`
  return version
}
