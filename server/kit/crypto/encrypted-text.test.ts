import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findCart, insertCart } from '../../booking/cart/cart-store.ts'
import { updateSummary } from '../../care/booked/summary-store.ts'
import { insertLetter, lettersOf } from '../../care/next-step/letter-store.ts'
import { insertAmendment, insertNotes, notesOf, privateNotesOf, updateDraft } from '../../care/note-store.ts'
import { insertCall } from '../../care/test-people.ts'
import { lockConsultation } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { saveAnswer } from '../../support/questions/desk-question-store.ts'
import { insertQuestion, questionsOf } from '../../support/questions/question-store.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { ENCRYPTED_COLUMNS, type EncryptedColumn, PLAIN_COLUMNS } from './encrypted-columns.ts'
import { decryptRows, decryptText, encryptList, encryptText } from './encrypted-text.ts'
import { encryptPlainTexts } from './plain-text-store.ts'

const context = await createTestContext()
const { db } = context

/** Every row of every table, as a dump holds it. */
async function dump(): Promise<string> {
  const tables = await db<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const rows = await Promise.all(
    tables.map(({ name }) => db.unsafe<{ text: string }[]>(`select t::text as text from ${name} t`)),
  )
  return rows.flat().reduce((all, { text }) => `${all}\n${text}`, '')
}

test('no encrypted text is readable in the database, and each is readable in the product [D2]', async () => {
  const { id, patient, clinician } = await insertCall(context)
  const { staffId } = clinician
  const clinicianId = String(clinician.clinicianId)
  const canary = (column: EncryptedColumn) => `Kanarienvogel ${column} ñ`
  await db.begin(async (tx) => {
    const draft = { text: canary('consultation.draft'), privateText: canary('consultation.private_draft') }
    await insertNotes(tx, id, staffId, { text: canary('note.text'), privateText: canary('private_note.text') })
    const locked = await lockConsultation(tx, id)
    if (locked) await updateDraft(tx, locked, draft)
    const [note] = await notesOf(tx, id)
    const amendment = { consultationId: id, noteId: String(note?.id), authorId: staffId, text: canary('note.text') }
    await insertAmendment(tx, { ...amendment, reason: canary('note.reason') })
    const letter = { consultationId: id, authorId: staffId, clinicianId, kind: 'certificate', recipient: null } as const
    await insertLetter(tx, { ...letter, key: randomUUID(), text: canary('letter.text') })
    const times = { askedAt: new Date(), dueAt: new Date(Date.now() + 60_000) }
    const question = { patientId: patient.patientId, key: randomUUID(), topic: 'nutrition', ...times } as const
    const asked = await insertQuestion(tx, { ...question, text: canary('question.text') })
    await saveAnswer(tx, { id: asked.id, text: canary('question.answer'), staffId })
    await updateSummary(tx, id, canary('consultation.summary'))
    const answers = encryptList(tx, 'consultation.symptoms', [
      { questionId: 'a', answer: canary('consultation.symptoms') },
    ])
    await tx`update consultation set symptoms = ${tx.json(answers)} where id = ${id}`
  })
  const cart = {
    productId: 'general',
    patientId: patient.patientId,
    symptoms: [{ questionId: 'a', answer: canary('cart.symptoms') }],
    summary: canary('cart.summary'),
    contactMethod: null,
    clinicianId: null,
    ageConfirmed: true,
  } as const
  await insertCart(db, 'key', patient.accountId, Buffer.from('source'), { ...cart, symptoms: [...cart.symptoms] })
  const stored = await dump()
  expect(stored).not.toContain('Kanarienvogel')
  expect(stored.match(/sealed:\d{4}-\d{2}:/g)?.length).toBeGreaterThanOrEqual(ENCRYPTED_COLUMNS.length)

  const shown = JSON.stringify([
    await notesOf(db, id),
    [...(await privateNotesOf(db, { patientId: patient.patientId })).values()],
    await lettersOf(db, id),
    await questionsOf(db, patient.accountId),
    await findConsultation(db, id),
    await findCart(db, 'key', patient.accountId),
    await db`select draft, private_draft from consultation where id = ${id}`.then(async ([row]) => [
      await decryptText(db, 'consultation.draft', row?.draft),
      await decryptText(db, 'consultation.private_draft', row?.private_draft),
    ]),
  ])
  for (const column of ENCRYPTED_COLUMNS) expect(shown).toContain(canary(column))
})

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

test('texts from before they were encrypted are readable, and a job encrypts them', async () => {
  const { id, clinician } = await insertCall(context)
  await encryptPlainTexts(db)
  await db`insert into note (consultation_id, author_id, text) values (${id}, ${clinician.staffId}, 'Kanarienvogel')`
  await db`update consultation set draft = 'Kanarienvogel', symptoms = '["Kanarienvogel"]' where id = ${id}`
  expect((await notesOf(db, id)).map(({ text }) => text)).toEqual(['Kanarienvogel'])
  expect(await encryptPlainTexts(db)).toBe(3)
  expect(await dump()).not.toContain('Kanarienvogel')
  expect((await notesOf(db, id)).map(({ text }) => text)).toEqual(['Kanarienvogel'])
  expect(await encryptPlainTexts(db)).toBe(0)
  await expect(db`update note set text = 'x' where consultation_id = ${id}`).rejects.toThrow('append-only')
})

test('every text column of a table with clinical data is encrypted, or plain for a reason', async () => {
  const columns = await db<{ column: string }[]>`
    select c.relname || '.' || a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
      and (c.relname in ('consultation', 'cart', 'note_template') or exists (
        select 1 from pg_constraint f where f.conrelid = c.oid
          and f.confrelid in ('consultation'::regclass, 'patient'::regclass)))
      -- Codes: a list of values, or a pattern.
      and not exists (
        select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
          and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) ~ ' = ANY |~ ')
    order by 1`
  const found = columns.map(({ column }) => column)
  const listed: string[] = [...ENCRYPTED_COLUMNS, ...Object.values(PLAIN_COLUMNS).flat()].sort()
  expect(found.filter((column) => !listed.includes(column))).toEqual([])
  expect(listed.filter((column) => !found.includes(column))).toEqual([])
})
