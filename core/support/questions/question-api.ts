import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { BeforeQuery, FreeText, Id } from '../../kit/shapes.ts'
import { Question, QuestionTopic, SHORTEST_QUESTION } from './question.ts'

/**
 * Sent again under the same `key`, it is the same question; another question under it is refused. `patientId`: whom it is
 * about; without it, who asks.
 */
export const askQuestion = call({
  method: 'POST',
  path: '/questions',
  access: 'access',
  body: v.object({
    key: Id,
    patientId: v.optional(Id),
    topic: QuestionTopic,
    text: FreeText(SHORTEST_QUESTION),
  }),
  reply: Question,
  status: 201,
  refusals: { PATIENT_NOT_FOUND: 404, IDEMPOTENCY_MISMATCH: 422, RATE_LIMITED: 429 },
})

/** Those of the caller's family, the newest first; a hundred at a time. `answerHours`: of working days, until an answer is due. */
export const listQuestions = call({
  method: 'GET',
  path: '/questions',
  access: 'access',
  query: v.object(BeforeQuery),
  reply: v.object({ items: v.array(Question), answerHours: v.number() }),
  refusals: { QUESTION_NOT_FOUND: 404 },
})
