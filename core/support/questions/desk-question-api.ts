import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'
import { MAX_ANSWER_LENGTH, MIN_ANSWER_LENGTH, Question, QuestionTopic } from './question.ts'

const ListedQuestion = v.object({
  id: Id,
  topic: QuestionTopic,
  askedAt: Moment,
  dueAt: Moment,
  /** The patient whom the question concerns. */
  patient: v.object({ firstName: v.string(), lastName: v.string(), age: v.number() }),
})
export type ListedQuestion = v.InferOutput<typeof ListedQuestion>

/**
 * Open questions of the caller's topics, or all for a manager, the most urgent first; at most 100. With the patient,
 * but without the text.
 */
export const listOpenQuestions = call({
  method: 'GET',
  path: '/desk/questions',
  list: { boundedBy: 'the questions that wait for an answer' },
  access: 'staff',
  reply: v.object({ items: v.array(ListedQuestion) }),
})

export const DeskQuestion = v.object({
  ...Question.entries,
  ...ListedQuestion.entries,
  /** The account holder who asked for a dependant and reads the answer. */
  askedBy: v.nullable(v.object({ firstName: v.string(), lastName: v.string() })),
  /** Whether the caller may answer the topic: a manager sees other topics too. */
  mayAnswer: v.boolean(),
})
export type DeskQuestion = v.InferOutput<typeof DeskQuestion>

/** Each read is audited. */
export const getQuestion = call({
  method: 'GET',
  path: '/desk/questions/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  reply: DeskQuestion,
  refusals: { QUESTION_NOT_FOUND: 404 },
})

/** A question has one answer: of two clinicians the second gets ALREADY_ANSWERED, with the published answer. */
export const answerQuestion = call({
  method: 'POST',
  path: '/desk/questions/:id/answer',
  repeat: 'replay',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ text: Text(MIN_ANSWER_LENGTH, MAX_ANSWER_LENGTH) }),
  refusals: { NOT_YOUR_TOPIC: 403, QUESTION_NOT_FOUND: 404, ALREADY_ANSWERED: 409 },
})

/** Moves a question to another topic; its due time stays. */
export const routeQuestion = call({
  method: 'PUT',
  path: '/desk/questions/:id/topic',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ topic: QuestionTopic }),
  refusals: { QUESTION_NOT_FOUND: 404, ALREADY_ANSWERED: 409 },
})
