import * as v from 'valibot'
import type { StaffRole } from '../../access/team/staff-api.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** What patients ask professionals about (B3.11). */
export const QuestionTopic = v.picklist(['nutrition', 'exercise', 'endocrinology', 'technical'])
export type QuestionTopic = v.InferOutput<typeof QuestionTopic>

export const SHORTEST_QUESTION = 10
export const SHORTEST_ANSWER = 2
export const LONGEST_ANSWER = 4_000

/** B3.11, with its answer. */
export const Question = v.object({
  id: Id,
  topic: QuestionTopic,
  /** Whom it is about: who asks, or a child in their charge. */
  patient: v.object({ id: Id, firstName: v.string() }),
  text: v.string(),
  askedAt: Moment,
  /** By when an answer was promised; null once it is there. */
  dueAt: v.nullable(Moment),
  answer: v.nullable(v.object({ text: v.string(), by: v.string(), at: Moment })),
})
export type Question = v.InferOutput<typeof Question>

interface Staff {
  role: StaffRole
  /** What a clinician offers, by product id; empty for who is none. */
  products: readonly string[]
  isClinician: boolean
}
/** Products whose clinicians answer a topic; a topic without any is every clinician's. */
export type TopicProducts = Readonly<
  Partial<Record<Exclude<QuestionTopic, 'technical'>, readonly string[] | undefined>>
>

/** Whose questions somebody reads and answers: a technical one is everybody's, the rest need a clinician of that subject. */
export function ownTopics({ products, isClinician }: Staff, byTopic: TopicProducts): QuestionTopic[] {
  return QuestionTopic.options.filter((topic) => {
    if (topic === 'technical') return true
    const wanted = byTopic[topic] ?? []
    return isClinician && (wanted.length === 0 || wanted.some((id) => products.includes(id)))
  })
}

/** Managers see to it that all are answered; they need not be able to answer themselves. */
export const seenTopics = (staff: Staff, byTopic: TopicProducts): QuestionTopic[] =>
  staff.role.includes('clinical-manager') ? [...QuestionTopic.options] : ownTopics(staff, byTopic)
