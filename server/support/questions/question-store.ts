import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Question, QuestionTopic } from '@cuida/core/support/questions/question.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'

/** Opens the texts of questions. */
export const decryptTexts = (sql: Sql, rows: readonly Row[]): Promise<Row[]> =>
  decryptRows<Row>(sql, rows, { text: 'question.text', answer: 'question.answer' })

export const questionOf = (row: Row): Question => ({
  id: row.id,
  topic: row.topic,
  patient: { id: row.patient_id, firstName: row.first_name },
  text: row.text,
  askedAt: row.asked_at.toISOString(),
  dueAt: row.answered_at ? null : row.due_at.toISOString(),
  answer: row.answered_at && { text: row.answer, by: row.answered_by_name, at: row.answered_at.toISOString() },
})

export const columns = (sql: Sql) => sql`
  q.id, q.topic, q.text, q.asked_at, q.due_at, q.answer, q.answered_at, q.patient_id, p.first_name,
  (select name from staff where id = q.answered_by) as answered_by_name`

/**
 * A question with its patient (p) and the reader of its answer (h): the same person, or the holder of the dependant.
 * Once a dependant comes of age, the former holder no longer reads it, and nobody else does.
 */
export const withReader = (sql: Sql) => sql`
  question q join patient p on p.id = q.patient_id and p.deleted_at is null
    join patient h on h.id = coalesce(p.holder_id, p.id) and (p.holder_id is null
      or p.date_of_birth > ((clock_timestamp() at time zone 'utc')::date - interval '18 years')::date)`

/** Newest first. */
export async function questionsOf(
  sql: Sql,
  { accountId, ...request }: PageRequest & { accountId: string },
): Promise<Page<Question>> {
  const page = await readPage(sql, request, {
    select: (position) => sql`select ${position} ${columns(sql)} from ${withReader(sql)}`,
    where: sql`h.account_id = ${accountId}`,
    order: newestFirst(sql`q.asked_at`, sql`q.id`),
  })
  return mapPage({ ...page, items: await decryptTexts(sql, page.items) }, questionOf)
}

export interface NewQuestion {
  key: string
  topic: QuestionTopic
  text: string
}

/** Locks the requester's row, so that two concurrent questions cannot both pass the daily limit. */
export async function lockRequester(tx: Tx, accountId: string): Promise<string> {
  const [patient] = await tx<{ id: string }[]>`
    select id from patient where account_id = ${accountId} and deleted_at is null for no key update`
  if (!patient) throw new Error('the account has no patient')
  return patient.id
}

/** The requester and their current and former dependants. */
const familyOf = (sql: Sql, requesterId: string) => sql`
  (select id from patient where id = ${requesterId} or holder_id = ${requesterId})`

export async function findQuestionByKey(tx: Tx, requesterId: string, key: string): Promise<Question | undefined> {
  const rows = await tx`
    select ${columns(tx)} from question q join patient p on p.id = q.patient_id
    where q.patient_id in ${familyOf(tx, requesterId)} and q.key = ${key}`
  const [row] = await decryptTexts(tx, rows)
  return row && questionOf(row)
}

/** Seconds until the requester may ask again, with `most` questions a day allowed; 0 when one is allowed now. */
export async function secondsToNext(tx: Tx, requesterId: string, most: number): Promise<number> {
  const [row] = await tx<{ left: number }[]>`
    select ceil(extract(epoch from asked_at + interval '1 day' - clock_timestamp()))::int as left from question
    where patient_id in ${familyOf(tx, requesterId)} and asked_at > clock_timestamp() - interval '1 day'
    order by asked_at desc offset ${most - 1} limit 1`
  return row ? Math.max(1, row.left) : 0
}

export async function insertQuestion(
  tx: Tx,
  { patientId, key, topic, text, askedAt, dueAt }: NewQuestion & { patientId: string; askedAt: Date; dueAt: Date },
): Promise<Question> {
  const rows = await tx`
    with q as (
      insert into question (patient_id, key, topic, text, asked_at, due_at)
      values (${patientId}, ${key}, ${topic}, ${encryptText(tx, 'question.text', text)}, ${askedAt}, ${dueAt}) returning *)
    select ${columns(tx)} from q join patient p on p.id = q.patient_id`
  const [row] = await decryptTexts(tx, rows)
  if (!row) throw new Error('the insert of a question returned no row')
  return questionOf(row)
}

/** Whether the question has an answer that this account may read. */
export async function isQuestionAnswered(sql: Sql, questionId: string, accountId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from ${withReader(sql)} where q.id = ${questionId} and h.account_id = ${accountId} and q.answered_at is not null`
  return row !== undefined
}
