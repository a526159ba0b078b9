import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'
import { LONGEST_ANSWER, Question, QuestionTopic, SHORTEST_ANSWER } from './question.ts'

const Asked = v.object({
  id: Id,
  topic: QuestionTopic,
  askedAt: Moment,
  dueAt: Moment,
  /** Whom it is about. */
  patient: v.object({ firstName: v.string(), lastName: v.string(), age: v.number() }),
})
export type Asked = v.InferOutput<typeof Asked>

/** Open ones of the caller's topics, all of them for a manager, the most urgent first; at most 100. About whom, and nothing of what they ask. */
export const listOpenQuestions = call({
  method: 'GET',
  path: '/desk/questions',
  access: 'staff',
  reply: v.object({ items: v.array(Asked) }),
})

export const DeskQuestion = v.object({
  ...Question.entries,
  ...Asked.entries,
  /** Who asks for a child, and reads the answer. */
  askedBy: v.nullable(v.object({ firstName: v.string(), lastName: v.string() })),
  /** Whether the topic is one that the caller answers: a manager sees the others too. */
  mayAnswer: v.boolean(),
})
export type DeskQuestion = v.InferOutput<typeof DeskQuestion>

/** Every look is recorded. */
export const getQuestion = call({
  method: 'GET',
  path: '/desk/questions/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  reply: DeskQuestion,
  refusals: { QUESTION_NOT_FOUND: 404 },
})

/** Once: of two who answer at a time the second hears ALREADY_ANSWERED, and reads what the patient reads. */
export const answerQuestion = call({
  method: 'POST',
  path: '/desk/questions/:id/answer',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ text: Text(SHORTEST_ANSWER, LONGEST_ANSWER) }),
  refusals: { NOT_YOUR_TOPIC: 403, QUESTION_NOT_FOUND: 404, ALREADY_ANSWERED: 409 },
})

/** To who knows more of it. What was promised to the patient stays. */
export const routeQuestion = call({
  method: 'PUT',
  path: '/desk/questions/:id/topic',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ topic: QuestionTopic }),
  refusals: { QUESTION_NOT_FOUND: 404, ALREADY_ANSWERED: 409 },
})
