import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertLetter } from '../../care/next-step/letter-store.ts'
import { insertAmendment, insertNotes, notesOf } from '../../care/note-store.ts'
import { deskPrescriptionsOf } from '../../care/prescription/prescription-store.ts'
import { ratingOf } from '../../care/rating/rating-store.ts'
import { entriesOf } from '../../care/record/history-store.ts'
import { requestsOf } from '../../care/record/request-store.ts'
import { insertCall } from '../../care/test-people.ts'
import { createActors } from '../../testing/test-actors.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  ENCRYPTED_COLUMNS,
  type EncryptedColumn,
  PLAIN_COLUMNS,
  SECRET_COLUMNS,
  UNCHANGEABLE_COLUMNS,
} from './encrypted-columns.ts'
import { decryptRows, decryptText, encryptList, encryptText } from './encrypted-text.ts'
import { encryptPlainTexts } from './plain-text-store.ts'

const context = await createTestContext()
const { db } = context

test('answers and summary of a cart are readable in the consultation that SQL copies them to', async () => {
  const cart = [encryptText(db, 'cart.summary', 'Tired'), encryptList(db, 'cart.symptoms', [{ questionId: 'a' }])]
  const [opened] = await decryptRows(db, [{ summary: cart[0], symptoms: cart[1] }], {
    summary: 'consultation.summary',
    symptoms: 'consultation.symptoms',
  })
  expect(opened).toEqual({ summary: 'Tired', symptoms: [{ questionId: 'a' }] })
})

test('the same amendment twice is one note, and the same letter under its key is the same', async () => {
  const { id, clinician } = await insertCall(context)
  const { staffId } = clinician
  const clinicianId = String(clinician.clinicianId)
  await db.begin((tx) => insertNotes(tx, id, staffId, { text: 'Rest.', privateText: '' }))
  const [note] = await notesOf(db, id)
  const amendment = { consultationId: id, noteId: String(note?.id), authorId: staffId, text: 'Rest!', reason: 'Typo' }
  const amended = await Promise.all([1, 2, 3].map(() => db.begin((tx) => insertAmendment(tx, amendment))))
  expect(amended.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(amended.map((each) => each.id)).size).toBe(1)
  const letter = { consultationId: id, authorId: staffId, clinicianId, kind: 'certificate', recipient: null } as const
  const key = randomUUID()
  const insert = (text: string) => db.begin((tx) => insertLetter(tx, { ...letter, key, text }))
  expect(await insert('Fit')).toMatchObject({ isNew: true })
  expect(await insert('Fit')).toMatchObject({ isNew: false, isSame: true })
  expect(await insert('Unfit')).toMatchObject({ isNew: false, isSame: false })
})

describe('an encrypted text', () => {
  const encrypted = encryptText(db, 'note.text', 'Rest.')

  test('opens in its column only', async () => {
    expect(await decryptText(db, 'note.text', encrypted)).toBe('Rest.')
    await expect(decryptText(db, 'letter.text', encrypted)).rejects.toThrow()
  })

  test('does not open after a change', async () =>
    await expect(decryptText(db, 'note.text', encrypted.replace(/.{4}$/, 'AAAA'))).rejects.toThrow())

  test('differs each time', () => expect(encryptText(db, 'note.text', 'Rest.')).not.toBe(encrypted))

  test('is not made of nothing', () => {
    expect(encryptText(db, 'consultation.draft', '')).toBe('')
    expect(encryptText(db, 'consultation.draft', null)).toBeNull()
  })
})

/** The number of texts in a column that are not encrypted. */
async function countPlain(column: EncryptedColumn): Promise<number> {
  const [table = '', name = ''] = column.split('.')
  const rows = await db`
    select 1 from ${db(table)}
    where ${db(name)}::text not in ('', '[]') and ${db(name)}::text !~ '^"?sealed:'`
  return rows.length
}

/** What an earlier release wrote: each text in plain, in rows that may not be changed any more. */
async function insertPlainTexts(): Promise<{ consultation: string; patient: string }> {
  const { holder, staff } = await createActors(context)
  const { consultation, patient, entry, note } = holder
  const by = staff.inCare
  await db`update patient set gender_info = 'ella' where id = ${patient}`
  await db`update cart set summary = 'Tired', symptoms = '["Tired"]'`
  await db`update consultation set draft = 'Rest', private_draft = 'Watch', symptoms = '["Tired"]'`
  await db`insert into consultation_rating (consultation_id, stars, comment) values (${consultation}, 5, 'Kind')`
  await db`insert into private_note (consultation_id, author_id, text) values (${consultation}, ${by}, 'Watch')`
  await db`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${consultation}, ${by}, 'Rest more', ${note}, 'Typo')`
  await db`
    insert into letter (consultation_id, author_id, clinician_id, kind, recipient, text, key, code)
    select consultation_id, author_id, clinician_id, 'referral', 'Oncology', 'Please see', gen_random_uuid(), '0123456789AB'
    from letter where id = ${holder.letter}`
  await db`
    insert into history_entry (patient_id, kind, text, status, author_id, supersedes, reason)
    values (${patient}, 'allergy', 'Latex', 'active', ${by}, ${entry}, 'Tested')`
  await db`
    update edit_request set state = 'declined', answered_by = ${by}, answered_at = now(), answer = 'It is in the notes'`
  await db`update question set answered_by = ${by}, answered_at = now(), answer = 'Drink water'`
  await db`
    update break_glass set reviewed_by = ${staff.manager}, reviewed_at = now(), verdict = 'justified', review = 'She had fainted'`
  await db`
    update prescription set state = 'cancelled', cancel_reason = 'Another dose', allergy_reason = 'A mild allergy'`
  await db`
    update care_order set cancelled_at = now(), cancelled_by = 'patient', cancel_reason = 'I am well' where id = ${holder.order}`
  await db`insert into health_link_opening (link_id, recipient) values (${holder.healthLink}, 'Dr. Soto, oncology')`
  await db`update reconciliation_task set state = 'resolved', resolved_at = now(), resolved_by = ${by}, reason = 'It was paid'`
  await db`
    update refund_request set state = 'declined', ended_at = now(), ended_by = ${by}, answer = 'The visit took place'
    where attempt_id is not null`
  await db`
    update undelivered_notification set resolved_at = now(), resolved_by = ${by}, reason = 'Told on the phone'`
  return { consultation, patient }
}

test('texts from before they were encrypted are readable, and a job encrypts them in every table', async () => {
  const { consultation, patient } = await insertPlainTexts()
  const changeable = ENCRYPTED_COLUMNS.filter((column) => !UNCHANGEABLE_COLUMNS.has(column))
  const counts = () => Promise.all(changeable.map(async (column) => [column, await countPlain(column)] as const))
  const emptyColumns = (await counts()).filter(([, count]) => count === 0)
  expect(emptyColumns).toEqual([])
  const read = async () => [
    await notesOf(db, consultation),
    await entriesOf(db, patient),
    await requestsOf(db, patient),
    await ratingOf(db, consultation),
    await deskPrescriptionsOf(db, consultation, { staffId: patient, mayCancel: false }),
  ]
  const before = await read()
  const number = (await counts()).reduce((sum, [, count]) => sum + count, 0)
  expect(await encryptPlainTexts(db)).toBe(number)
  expect((await counts()).filter(([, count]) => count > 0)).toEqual([])
  expect(await read()).toEqual(before)
  expect(await encryptPlainTexts(db)).toBe(0)
  await expect(db`update note set text = 'x' where consultation_id = ${consultation}`).rejects.toThrow('append-only')
  await expect(db`update prescription set items = '[]'`).rejects.toThrow('not rewritten')
})

test('every text column of a table with clinical data is encrypted, or plain for a reason', async () => {
  const columns = await db<{ column: string }[]>`
    with recursive clinical (id) as (
      select unnest(array['audit', 'cart', 'consultation', 'note_template', 'patient']::regclass[])::oid
      union
      select f.conrelid from pg_constraint f join clinical t on t.id = f.confrelid where f.contype = 'f'
    )
    select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
      and c.oid in (select id from clinical)
      -- Codes: a list of values, or a pattern.
      and not exists (
        select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
          and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) ~ ' = ANY |~ ')
    order by 1`
  const found = columns.map(({ column }) => column)
  const listed: string[] = [...ENCRYPTED_COLUMNS, ...Object.values(PLAIN_COLUMNS).flat()].sort()
  const secrets: readonly string[] = SECRET_COLUMNS
  expect(found.filter((column) => !listed.includes(column) && !secrets.includes(column))).toEqual([])
  expect(listed.filter((column) => !found.includes(column))).toEqual([])
})
