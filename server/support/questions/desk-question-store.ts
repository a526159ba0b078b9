import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { DeskQuestion, ListedQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import type { Row } from 'postgres'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { columns, decryptTexts, questionOf, withReader } from './question-store.ts'

type Topics = readonly QuestionTopic[]

/** The ids of the products that a clinician offers. */
export async function productsOf(sql: Sql, clinicianId: string | null): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select product_id as id from clinician_product where clinician_id = ${clinicianId}`
  return rows.map(({ id }) => id)
}

const askedOf = (row: Row, today: string): ListedQuestion => ({
  id: row.id,
  patient: { firstName: row.first_name, lastName: row.last_name, age: ageOn(row.date_of_birth, today) },
  topic: row.topic,
  askedAt: row.asked_at.toISOString(),
  dueAt: row.due_at.toISOString(),
})

/** Not limited: a question beyond a limit would be answered late. */
export async function openQuestions(sql: Sql, topics: Topics, today: string): Promise<ListedQuestion[]> {
  const rows = await sql`
    select q.id, q.topic, q.asked_at, q.due_at, p.first_name, p.last_name, p.date_of_birth
    from ${withReader(sql)}
    where q.answered_at is null and q.topic = any(${[...topics]})
    order by q.due_at, q.id`
  return rows.map((row) => askedOf(row, today))
}

export async function findQuestion(
  sql: Sql,
  id: string,
  topics: Topics,
  today: string,
): Promise<Omit<DeskQuestion, 'mayAnswer'> | undefined> {
  const rows = await sql`
    select ${columns(sql)}, p.last_name, p.date_of_birth, h.id as requester_id, h.first_name as requester_first_name,
      h.last_name as requester_last_name
    from ${withReader(sql)} where q.id = ${id} and q.topic = any(${[...topics]})`
  const [row] = await decryptTexts(sql, rows)
  if (!row) return undefined
  const isOwn = row.requester_id === row.patient_id
  return {
    ...questionOf(row),
    ...askedOf(row, today),
    askedBy: isOwn ? null : { firstName: row.requester_first_name, lastName: row.requester_last_name },
  }
}

export interface LockedQuestion {
  id: string
  topic: QuestionTopic
  isAnswered: boolean
  /** The account that reads the answer. */
  accountId: string
}

/** Locks the question, so that it is answered once and only by staff who may answer its topic now. */
export async function lockQuestion(tx: Tx, id: string, topics: Topics): Promise<LockedQuestion | undefined> {
  const [row] = await tx<LockedQuestion[]>`
    select q.id, q.topic, q.answered_at is not null as "isAnswered", h.account_id as "accountId"
    from ${withReader(tx)} where q.id = ${id} and q.topic = any(${[...topics]}) for update of q`
  return row
}

export async function saveAnswer(tx: Tx, { id, text, staffId }: { id: string; text: string; staffId: string }) {
  await tx`
    update question set answer = ${encryptText(tx, 'question.answer', text)}, answered_by = ${staffId}, answered_at = clock_timestamp() where id = ${id}`
}

export async function saveTopic(tx: Tx, id: string, topic: QuestionTopic): Promise<void> {
  await tx`update question set topic = ${topic} where id = ${id}`
}
