import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { FreeText, Id } from '../../kit/shapes.ts'
import { MIN_QUESTION_LENGTH, Question, QuestionTopic } from './question.ts'

/**
 * `key` is an idempotency key: a repeated request returns the same question, and another text is refused. `patientId`
 * defaults to the caller.
 */
export const askQuestion = call({
  method: 'POST',
  path: '/questions',
  repeat: 'safe',
  access: 'access',
  body: v.object({
    key: Id,
    patientId: v.optional(Id),
    topic: QuestionTopic,
    text: FreeText(MIN_QUESTION_LENGTH),
  }),
  reply: Question,
  status: 201,
  refusals: { PATIENT_NOT_FOUND: 404, IDEMPOTENCY_MISMATCH: 422, RATE_LIMITED: 429 },
})

/**
 * Questions of the caller's family, newest first; a hundred on a page. `answerHours`: hours of working days until an
 * answer is due.
 */
export const listQuestions = call({
  method: 'GET',
  path: '/questions',
  access: 'access',
  ...uncountedList(Question, { size: '100', reply: { answerHours: v.number() } }),
})
