import * as v from 'valibot'
import { SUMMARY_MAX } from '../../kit/assumptions.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'
import { MAX_TEXT_LENGTH } from '../../kit/text-length.ts'
import { ContactMethod } from './contact-method.ts'

export { ContactMethod }

/**
 * One answered question; the question's type decides the type of `answer` (core/booking/questions/answers.ts checks
 * it).
 */
export const Symptom = v.object({
  questionId: Text(1, 60),
  answer: v.union([
    // A technical limit only: the partner's own limit is checked later.
    v.pipe(v.string(), v.maxLength(3 * MAX_TEXT_LENGTH)),
    v.number(),
    v.boolean(),
    v.pipe(v.array(Text(1, 120)), v.maxLength(30)),
  ]),
})
export type Symptom = v.InferOutput<typeof Symptom>

/** A technical limit only: `summaryProblem` checks the real length, in which an emoji counts as one character. */
export const Summary = v.pipe(v.string(), v.trim(), v.maxLength(3 * SUMMARY_MAX))

export const Schedule = v.object({ startTime: Moment, endTime: Moment })

const fields = {
  productId: Text(1, 40),
  patientId: v.nullish(Id),
  /**
   * The person whom `symptoms`, `summary` and `ageConfirmed` describe, as far as the client knows. The server drops
   * them when another tab has chosen another person for the cart meanwhile. Absent: the cart's present person.
   */
  answersFor: v.nullish(Id),
  symptoms: v.optional(v.pipe(v.array(Symptom), v.maxLength(60))),
  summary: v.optional(Summary),
  contactMethod: v.optional(ContactMethod),
  clinicianId: v.nullish(Id),
  ageConfirmed: v.optional(v.boolean()),
}

/** Fields that the patient's app may change. A time is held by `lockSlot`, never written here. */
export const CartChange = v.object(fields)
export type CartChange = v.InferOutput<typeof CartChange>

/** B3.2. */
export const Cart = v.object({
  productId: v.string(),
  patientId: v.nullable(Id),
  symptoms: v.array(Symptom),
  summary: v.nullable(v.string()),
  contactMethod: v.nullable(ContactMethod),
  clinicianId: v.nullable(Id),
  ageConfirmed: v.boolean(),
  schedule: v.nullable(Schedule),
  createdAt: Moment,
  lockedAt: v.nullable(Moment),
  lockExpiresAt: v.nullable(Moment),
})
export type Cart = v.InferOutput<typeof Cart>
