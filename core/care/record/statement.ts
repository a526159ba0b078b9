import * as v from 'valibot'
import type { OrderedSymptom } from '../../booking/questions/visible-questions.ts'
import { NONE_KNOWN, YES } from '../../catalogue/product/clinical-questions.ts'
import type { ClinicalSubject, Question } from '../../catalogue/product/question.ts'
import { Moment } from '../../kit/shapes.ts'

/**
 * A patient's statement about allergies or medicines at booking. A missing answer never means "none": `not-asked` is a
 * product without the question, `not-answered` a question that the patient skipped.
 */
export const Statement = v.object({
  state: v.picklist(['not-asked', 'not-answered', 'none-known', 'listed']),
  /** The patient's words for `listed`; null for the other states. */
  text: v.nullable(v.string()),
  /** When the patient said it; null without an answer. */
  at: v.nullable(Moment),
})
export type Statement = v.InferOutput<typeof Statement>
export const Statements = v.object({ allergies: Statement, medicines: Statement })
export type Statements = v.InferOutput<typeof Statements>

/**
 * The statement in the answers of one booking. `questions` are the product's present ones; `at` is the time of
 * booking.
 */
export function statementOf(
  subject: ClinicalSubject,
  symptoms: readonly OrderedSymptom[],
  questions: readonly Question[],
  at: string,
): Statement {
  const answers = symptoms.filter(({ about }) => about === subject).map(({ answer }) => answer)
  if (answers.includes(NONE_KNOWN)) return { state: 'none-known', text: null, at }
  const text = answers.find((answer) => typeof answer === 'string' && answer !== YES)
  if (typeof text === 'string') return { state: 'listed', text, at }
  const wasAsked = answers.length > 0 || questions.some(({ about }) => about === subject)
  return { state: wasAsked ? 'not-answered' : 'not-asked', text: null, at: null }
}
