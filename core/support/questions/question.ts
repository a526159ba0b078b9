import * as v from 'valibot'
import type { StaffRole } from '../../access/team/staff-api.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** Topics of questions to the clinic (B3.11). */
export const QuestionTopic = v.picklist(['nutrition', 'exercise', 'endocrinology', 'technical'])
export type QuestionTopic = v.InferOutput<typeof QuestionTopic>

export const MIN_QUESTION_LENGTH = 10
export const MIN_ANSWER_LENGTH = 2
export const MAX_ANSWER_LENGTH = 4_000

/** B3.11, with its answer. */
export const Question = v.object({
  id: Id,
  topic: QuestionTopic,
  /** The patient concerned: the asking account holder or a dependant. */
  patient: v.object({ id: Id, firstName: v.string() }),
  text: v.string(),
  askedAt: Moment,
  /** Promised time of the answer; null once it is there. */
  dueAt: v.nullable(Moment),
  answer: v.nullable(v.object({ text: v.string(), by: v.string(), at: Moment })),
})
export type Question = v.InferOutput<typeof Question>

interface Staff {
  role: StaffRole
  /** Product ids of a clinician; empty for other staff. */
  products: readonly string[]
  isClinician: boolean
}
/** Products whose clinicians answer a topic; a topic without any belongs to every clinician. */
export type TopicProducts = Readonly<
  Partial<Record<Exclude<QuestionTopic, 'technical'>, readonly string[] | undefined>>
>

/**
 * Topics that a staff member reads and answers: `technical` for all staff, the others for clinicians of their
 * products.
 */
export function ownTopics({ products, isClinician }: Staff, byTopic: TopicProducts): QuestionTopic[] {
  return QuestionTopic.options.filter((topic) => {
    if (topic === 'technical') return true
    const requiredProducts = byTopic[topic] ?? []
    return isClinician && (requiredProducts.length === 0 || requiredProducts.some((id) => products.includes(id)))
  })
}

/** Managers see all topics, even those that they cannot answer. */
export const seenTopics = (staff: Staff, byTopic: TopicProducts): QuestionTopic[] =>
  staff.role.includes('clinical-manager') ? [...QuestionTopic.options] : ownTopics(staff, byTopic)
