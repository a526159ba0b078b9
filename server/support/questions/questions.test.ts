import { randomUUID } from 'node:crypto'
import { QUESTIONS_A_DAY } from '@cuida/core/kit/assumptions.ts'
import { exportPatient } from '@cuida/core/profile/account/account-api.ts'
import {
  answerQuestion,
  getQuestion,
  listOpenQuestions,
  routeQuestion,
} from '@cuida/core/support/questions/desk-question-api.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../access/passwords.ts'
import { PASSWORD } from '../../access/test-people.ts'
import { insertClinician, insertPatient, type TestClinician, type TestPatient } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { newChild } from '../../profile/test-account.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { isQuestionAnswered } from './question-store.ts'

const context = await createTestContext()
const nutrition = await insertClinician(context, { products: ['301'] })
const hormones = await insertClinician(context, { products: ['201'] })
const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })

const TEXT = '¿Puedo cambiar la cena por la comida?'
type QuestionTopic = 'nutrition' | 'exercise' | 'endocrinology' | 'technical'
const question = (topic: QuestionTopic = 'nutrition', text = TEXT) => ({ key: randomUUID(), topic, text })
const sendQuestion = ({ token }: TestPatient, input = question()) => context.sendCall(askQuestion, input, { token })
const fetchOwnQuestions = async ({ token }: TestPatient) =>
  (await context.sendCall(listQuestions, {}, { token })).body.items
const open = async ({ token }: TestClinician) =>
  (await context.sendCall(listOpenQuestions, {}, { token })).body.items.map(({ id }) => id)
const read = (id: string, { token }: TestClinician) => context.sendCall(getQuestion, { id }, { token })
const answer = (id: string, { token }: TestClinician, text = 'Sí, puedes.') =>
  context.sendCall(answerQuestion, { id, text }, { token })
const route = (id: string, topic: QuestionTopic, { token }: TestClinician) =>
  context.sendCall(routeQuestion, { id, topic }, { token })
/** Status and code of a call that returns no body on success. */
const createQuestion = async (topic: QuestionTopic = 'nutrition') => {
  const ana = await insertPatient(context)
  return { ana, id: (await sendQuestion(ana, question(topic))).body.id }
}

test('a patient asks, a clinician of the topic answers, and the patient reads it [B7.27]', async () => {
  const { ana, id } = await createQuestion()
  const [waiting] = await fetchOwnQuestions(ana)
  expect(waiting).toMatchObject({ id, topic: 'nutrition', text: TEXT, answer: null })
  expect(new Date(waiting?.dueAt ?? 0).getTime()).toBeGreaterThanOrEqual(Date.now() + 47 * 3_600_000)
  expect((await read(id, nutrition)).body).toMatchObject({ text: TEXT, mayAnswer: true, patient: { firstName: 'Ana' } })
  expect((await answer(id, nutrition)).status).toBe(204)
  const [result] = await fetchOwnQuestions(ana)
  expect(result).toMatchObject({ dueAt: null, answer: { text: 'Sí, puedes.', by: 'Dra. Marta Ruiz' } })
  expect(await open(nutrition)).not.toContain(id)
})

test('the patient is notified of the answer', async () => {
  const { id } = await createQuestion()
  await answer(id, nutrition)
  const notifications = await context.db`select type from notification where subject_id = ${id}`
  expect(notifications).toEqual([{ type: 'answered' }])
})

test('a retry creates no second question, and another question under its key is refused', async () => {
  const ana = await insertPatient(context)
  const input = question()
  const replies = await Promise.all(Array.from({ length: 5 }, () => sendQuestion(ana, input)))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  expect(await fetchOwnQuestions(ana)).toHaveLength(1)
  const other = await sendQuestion(ana, { ...input, text: '¿Y puedo cenar solo fruta?' })
  expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
})

test('five questions a day are accepted, and the sixth is told when to retry, also when sent concurrently', async () => {
  const ana = await insertPatient(context)
  const replies = await Promise.all(Array.from({ length: QUESTIONS_A_DAY + 1 }, () => sendQuestion(ana)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(QUESTIONS_A_DAY)
  const refused = replies.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000)
  await context.owner`alter table question disable trigger question_is_answered_once`
  await context.db`update question set asked_at = asked_at - interval '25 hours' where patient_id = ${ana.patientId}`
  await context.owner`alter table question enable trigger question_is_answered_once`
  expect((await sendQuestion(ana)).status).toBe(201)
})

test.each([
  ['an unknown topic', { topic: 'love' }, 'topic'],
  ['a text of nine characters', { text: 'a'.repeat(9) }, 'text'],
  ['a text of 1,001 characters', { text: 'a'.repeat(1_001) }, 'text'],
  ['a text of spaces', { text: ' '.repeat(20) }, 'text'],
])('%s is refused by name [B3.11] [B5.4]', async (_, wrong, field) => {
  const { status, body } = await sendQuestion(await insertPatient(context), { ...question(), ...wrong } as never)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toContain(field)
})

test.each([10, 1_000])('a question of %d characters is accepted [B5.4]', async (length) => {
  const { status } = await sendQuestion(await insertPatient(context), question('technical', 'a'.repeat(length)))
  expect(status).toBe(201)
})

test('a question is visible to the clinicians of its topic and to managers, and to nobody else', async () => {
  const { ana, id } = await createQuestion()
  expect(await open(nutrition)).toContain(id)
  expect(await open(manager)).toContain(id)
  expect(await open(hormones)).not.toContain(id)
  for (const refused of [await read(id, hormones), await answer(id, hormones), await route(id, 'technical', hormones)])
    expect(statusAndCodeOf(refused)).toEqual([404, 'QUESTION_NOT_FOUND'])
  expect(await fetchOwnQuestions(await insertPatient(context))).toEqual([])
  expect(await fetchOwnQuestions(ana)).toHaveLength(1)
})

test('a technical question is visible to all staff', async () => {
  const { id } = await createQuestion('technical')
  for (const staff of [nutrition, hormones, manager]) expect((await read(id, staff)).body.mayAnswer).toBe(true)
  expect((await answer(id, manager)).status).toBe(204)
})

test('a manager who is no clinician cannot answer a clinical question', async () => {
  const { ana, id } = await createQuestion()
  expect((await read(id, manager)).body.mayAnswer).toBe(false)
  expect(statusAndCodeOf(await answer(id, manager))).toEqual([403, 'NOT_YOUR_TOPIC'])
  expect((await fetchOwnQuestions(ana))[0]?.answer).toBeNull()
})

test('a forwarded question keeps its due time', async () => {
  const { ana, id } = await createQuestion()
  const before = (await fetchOwnQuestions(ana))[0]
  expect((await route(id, 'endocrinology', nutrition)).status).toBe(204)
  expect(await open(hormones)).toContain(id)
  expect((await read(id, nutrition)).status).toBe(404)
  expect((await fetchOwnQuestions(ana))[0]).toEqual({ ...before, topic: 'endocrinology' })
})

test('of two concurrent answers one is stored, and the other is refused', async () => {
  const { ana, id } = await createQuestion()
  const other = await insertClinician(context, { products: ['302'] })
  const replies = await Promise.all([answer(id, nutrition, 'La mía.'), answer(id, other, 'La otra.')])
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(replies.map(statusAndCodeOf)).toContainEqual([409, 'ALREADY_ANSWERED'])
  const storedAnswer = replies[0]?.status === 204 ? 'La mía.' : 'La otra.'
  expect((await fetchOwnQuestions(ana))[0]?.answer?.text).toBe(storedAnswer)
  expect(statusAndCodeOf(await route(id, 'technical', nutrition))).toEqual([409, 'ALREADY_ANSWERED'])
})

test('an answer is append-only in the database', async () => {
  const { id } = await createQuestion()
  await answer(id, nutrition)
  await expect(context.db`update question set answer = 'No.' where id = ${id}`).rejects.toThrow('answered once')
  await expect(context.db`delete from question where id = ${id}`).rejects.toThrow('answered once')
})

test('the audit has one entry each for reading, forwarding and answering, without the text', async () => {
  const { id } = await createQuestion()
  await read(id, nutrition)
  await read(id, nutrition)
  await route(id, 'technical', nutrition)
  await answer(id, nutrition)
  const acts = await context.db`select act, staff_id, reason, detail from audit where subject_id = ${id} order by seq`
  expect(acts.map(({ act }) => act)).toEqual(['view', 'route-question', 'answer-question'])
  expect(new Set(acts.map(({ staff_id: by }) => by))).toEqual(new Set([nutrition.staffId]))
  expect(JSON.stringify(acts)).not.toContain('cena')
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})

describe('a question about a child', () => {
  const about = (patientId: string, { token }: TestPatient) =>
    context.sendCall(askQuestion, { ...question(), patientId }, { token })
  const comesOfAge = (id: string, days: number) => context.db`
    update patient set date_of_birth = ((now() at time zone 'utc')::date - interval '18 years')::date + ${days}::int
    where id = ${id}`

  test('the holder asks, the desk sees about whom and for whom, and the holder reads the answer [B3.11]', async () => {
    const ana = await insertPatient(context)
    const leo = await newChild(context, ana.patientId)
    const newQuestion = (await about(leo, ana)).body
    expect(newQuestion.patient).toEqual({ id: leo, firstName: 'Leo' })
    const questionView = (await read(newQuestion.id, nutrition)).body
    expect(questionView).toMatchObject({
      patient: { firstName: 'Leo', lastName: 'Ruiz', age: expect.any(Number) },
      askedBy: { firstName: 'Ana' },
    })
    await answer(newQuestion.id, nutrition)
    expect(await fetchOwnQuestions(ana)).toMatchObject([
      { patient: { firstName: 'Leo' }, answer: { text: 'Sí, puedes.' } },
    ])
    expect(await isQuestionAnswered(context.db, newQuestion.id, ana.accountId)).toBe(true)
    const own = (await sendQuestion(ana)).body.id
    expect((await read(own, nutrition)).body.askedBy).toBeNull()
  })

  test('other accounts can neither ask nor read', async () => {
    const leo = await newChild(context, (await insertPatient(context)).patientId)
    expect(statusAndCodeOf(await about(leo, await insertPatient(context)))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  test('once the dependant comes of age, nobody can ask about them or read the question, not even at the desk', async () => {
    const ana = await insertPatient(context)
    const leo = await newChild(context, ana.patientId)
    const { id } = (await about(leo, ana)).body
    await comesOfAge(leo, 1)
    expect(await fetchOwnQuestions(ana)).toMatchObject([{ id }])
    await answer(id, nutrition)
    const waiting = (await about(leo, ana)).body.id
    await comesOfAge(leo, 0)
    expect(statusAndCodeOf(await about(leo, ana))).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(await fetchOwnQuestions(ana)).toEqual([])
    expect(await isQuestionAnswered(context.db, id, ana.accountId)).toBe(false)
    expect(await open(nutrition)).not.toContain(waiting)
    expect(statusAndCodeOf(await read(waiting, nutrition))).toEqual([404, 'QUESTION_NOT_FOUND'])
    expect(statusAndCodeOf(await answer(waiting, nutrition))).toEqual([404, 'QUESTION_NOT_FOUND'])
  })

  test('the limit of five a day covers the whole family, and an idempotency key names one question in it', async () => {
    const ana = await insertPatient(context)
    const leo = await newChild(context, ana.patientId)
    const input = question()
    expect((await sendQuestion(ana, input)).status).toBe(201)
    const other = await context.sendCall(askQuestion, { ...input, patientId: leo }, { token: ana.token })
    expect(statusAndCodeOf(other)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    const replies = await Promise.all(Array.from({ length: QUESTIONS_A_DAY }, () => about(leo, ana)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(QUESTIONS_A_DAY - 1)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  test('the question is in the family’s data export', async () => {
    const ana = await insertPatient(context)
    await context.db`update account set password_hash = ${await hashPassword(PASSWORD)} where id = ${ana.accountId}`
    const leo = await newChild(context, ana.patientId)
    const { id } = (await about(leo, ana)).body
    const copyOf = async (patientId: string) =>
      (
        await context.sendCall(exportPatient, { id: patientId, password: PASSWORD }, { token: ana.token })
      ).body.questions.map((item: Record<string, unknown>) => item.id)
    expect(await copyOf(leo)).toEqual([id])
    expect(await copyOf(ana.patientId)).toEqual([id])
  })
})

test('a patient who left can ask nothing', async () => {
  const { ana, id } = await createQuestion()
  await context.db`update patient set deleted_at = now(), document_number = null, document_type = null where id = ${ana.patientId}`
  expect(await open(nutrition)).not.toContain(id)
  expect((await read(id, nutrition)).status).toBe(404)
  expect((await answer(id, nutrition)).status).toBe(404)
})
