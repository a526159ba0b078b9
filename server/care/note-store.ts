import type { Note, PrivateNote } from '@cuida/core/care/consultation.ts'
import type { LockedConsultation } from '../consultation/change-store.ts'
import { decryptRows, decryptText, encryptText } from '../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

type Stored = Omit<Note, 'signedAt'> & { consultationId: string; signedAt: Date }

const notes = (sql: Sql) => sql`
  select n.id, n.text, n.signed_at as "signedAt", n.amends, n.reason, t.name as author, n.consultation_id as "consultationId"
  from note n join staff t on t.id = n.author_id`

const TEXTS = { text: 'note.text', reason: 'note.reason' } as const

const noteOf = ({ consultationId, signedAt, ...note }: Stored): Note => ({ ...note, signedAt: signedAt.toISOString() })

/** Signed notes, oldest first; amendments come after the notes that they amend. */
export async function notesOf(sql: Sql, consultationId: string): Promise<Note[]> {
  const rows = await sql<Stored[]>`
    ${notes(sql)} where n.consultation_id = ${consultationId} order by n.signed_at, n.id`
  return (await decryptRows(sql, rows, TEXTS)).map(noteOf)
}

/** The notes of all consultations of a patient, by consultation id. */
export async function notesOfPatient(sql: Sql, patientId: string): Promise<Map<string, Note[]>> {
  const rows = await sql<Stored[]>`
    ${notes(sql)} where n.consultation_id in (select id from consultation where patient_id = ${patientId})
    order by n.signed_at, n.id`
  const found = new Map<string, Note[]>()
  for (const row of await decryptRows(sql, rows, TEXTS))
    found.set(row.consultationId, [...(found.get(row.consultationId) ?? []), noteOf(row)])
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
  // Repeated requests wait for each other: two encrypted texts never equal each other, so no index could refuse the second.
  await tx`select 1 from note where id = ${noteId} for update`
  const rows = await tx<{ id: string; text: string }[]>`select id, text from note where amends = ${noteId}`
  const same = (await decryptRows(tx, rows, { text: 'note.text' })).find((amended) => amended.text === text)
  if (same) return { id: same.id, isNew: false }
  const [newNote] = await tx<{ id: string }[]>`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${consultationId}, ${authorId}, ${encryptText(tx, 'note.text', text)}, ${noteId}, ${encryptText(tx, 'note.reason', reason)})
    returning id`
  return { id: newNote?.id ?? '', isNew: true }
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
  await tx`
    insert into note (consultation_id, author_id, text)
    values (${consultationId}, ${authorId}, ${encryptText(tx, 'note.text', text)})`
  const signed = privateText ?? (await findPrivateDraft(tx, consultationId))
  if (signed)
    await tx`
      insert into private_note (consultation_id, author_id, text)
      values (${consultationId}, ${authorId}, ${encryptText(tx, 'private_note.text', signed)})`
  await tx`update consultation set draft = '', private_draft = '' where id = ${consultationId}`
}

async function findPrivateDraft(tx: Tx, consultationId: string): Promise<string> {
  const [row] = await tx<{ draft: string }[]>`
    select private_draft as draft from consultation where id = ${consultationId}`
  return decryptText(tx, 'consultation.private_draft', row?.draft ?? '')
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
    (await decryptRows(sql, rows, { text: 'private_note.text' })).map(({ consultationId, signedAt, ...note }) => [
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
  const privateDraft = encryptText(tx, 'consultation.private_draft', privateText ?? null)
  await tx`
    update consultation set draft = ${encryptText(tx, 'consultation.draft', text)},
      private_draft = coalesce(${privateDraft}, private_draft), draft_version = ${version} where id = ${id}`
  return version
}
