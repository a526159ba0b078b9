import * as v from 'valibot'
import { SUMMARY_MAX } from '../../kit/assumptions.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'
import { MOST_CHARACTERS } from '../../kit/text-length.ts'
import { ContactMethod } from './contact-method.ts'

export { ContactMethod }

/** One answered question; the question's type decides the kind of `answer` (core/booking/questions/answers.ts checks it). */
export const Symptom = v.object({
  questionId: Text(1, 60),
  answer: v.union([
    // How long a text may be is the partner's to say.
    v.pipe(v.string(), v.maxLength(3 * MOST_CHARACTERS)),
    v.number(),
    v.boolean(),
    v.pipe(v.array(Text(1, 120)), v.maxLength(30)),
  ]),
})
export type Symptom = v.InferOutput<typeof Symptom>

/** Its length is judged by `summaryProblem`; an emoji counts for more here. */
export const Summary = v.pipe(v.string(), v.trim(), v.maxLength(3 * SUMMARY_MAX))

export const Schedule = v.object({ startTime: Moment, endTime: Moment })

const fields = {
  productId: Text(1, 40),
  patientId: v.nullish(Id),
  /**
   * Of whom `symptoms`, `summary` and `ageConfirmed` say something, as the app that sends them knows it. They are not taken
   * when the cart is for somebody else by then: another tab chose again. Left out: of whoever the cart is for.
   */
  answersFor: v.nullish(Id),
  symptoms: v.optional(v.pipe(v.array(Symptom), v.maxLength(60))),
  summary: v.optional(Summary),
  contactMethod: v.optional(ContactMethod),
  clinicianId: v.nullish(Id),
  ageConfirmed: v.optional(v.boolean()),
}

/** What the patient's app may change. Times are held by `lockSlot`, never written here. */
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
