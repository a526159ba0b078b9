import type { LetterKind, LetterWithText } from '@cuida/core/care/next-step/next-step-api.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { newCode } from '../issued-document/issued-document-store.ts'

const TEXTS = { recipient: 'letter.recipient', text: 'letter.text' } as const

/** The signed letters of a consultation, oldest first. */
export async function lettersOf(sql: Sql, consultationId: string): Promise<LetterWithText[]> {
  const rows = await sql<(Omit<LetterWithText, 'signedAt'> & { signedAt: Date })[]>`
    select l.id, l.kind, l.recipient, l.text, l.signed_at as "signedAt", t.name as author
    from letter l join staff t on t.id = l.author_id
    where l.consultation_id = ${consultationId} order by l.signed_at, l.id`
  return (await decryptRows(sql, rows, TEXTS)).map(({ signedAt, ...letter }) => ({
    ...letter,
    signedAt: signedAt.toISOString(),
  }))
}

export interface NewLetter {
  consultationId: string
  authorId: string
  clinicianId: string
  key: string
  kind: LetterKind
  recipient: string | null
  text: string
}

/** Inserts a letter, or finds the one with this idempotency key; `isSame` when its content equals the request. */
export async function insertLetter(
  tx: Tx,
  letter: NewLetter,
): Promise<{ id: string; isNew: boolean; isSame: boolean }> {
  const { consultationId, authorId, clinicianId, key, kind, recipient, text } = letter
  const [newLetter] = await tx<{ id: string }[]>`
    insert into letter (consultation_id, author_id, clinician_id, kind, recipient, text, key, code)
    values (${consultationId}, ${authorId}, ${clinicianId}, ${kind},
      ${encryptText(tx, 'letter.recipient', recipient)}, ${encryptText(tx, 'letter.text', text)}, ${key}, ${newCode()})
    on conflict (consultation_id, key) do nothing returning id`
  if (newLetter) return { id: newLetter.id, isNew: true, isSame: true }
  const rows = await tx<{ id: string; recipient: string | null; text: string; isSame: boolean }[]>`
    select id, recipient, text, kind = ${kind} and author_id = ${authorId} as "isSame"
    from letter where consultation_id = ${consultationId} and key = ${key}`
  const [known] = await decryptRows(tx, rows, TEXTS)
  const isSame = known?.isSame === true && known.text === text && known.recipient === recipient
  return { id: known?.id ?? '', isNew: false, isSame }
}

/** A letter with its author, ready for printing. */
export interface PrintedLetter {
  kind: LetterKind
  recipient: string | null
  text: string
  /** The verification code printed on the letter. */
  code: string
  signedAt: Date
  clinician: string
  registrationNumber: string
  /** By language. */
  specialty: Record<string, string>
}

export async function findLetter(sql: Sql, consultationId: string, id: string): Promise<PrintedLetter | undefined> {
  const rows = await sql<PrintedLetter[]>`
    select l.kind, l.recipient, l.text, l.code, l.signed_at as "signedAt", k.name as clinician,
      k.registration_number as "registrationNumber", k.specialty
    from letter l join clinician k on k.id = l.clinician_id
    where l.id = ${id} and l.consultation_id = ${consultationId}`
  const [letter] = await decryptRows(sql, rows, TEXTS)
  return letter
}
