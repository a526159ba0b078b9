import * as v from 'valibot'
import type { ConsultationType } from '../../consultation/consultation-summary.ts'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { FreeText } from '../../kit/shapes.ts'

export const Rating = v.object({
  /** 1 is the worst, 5 the best. */
  stars: v.picklist([1, 2, 3, 4, 5]),
  comment: v.optional(v.nullable(FreeText()), null),
})
export type Rating = v.InferOutput<typeof Rating>

/**
 * Whether a consultation took place, whatever its outcome. In a cancelled one and in a medical update the patient met
 * no clinician.
 */
export const isRatable = ({ status, type }: { status: ConsultationStatus; type: ConsultationType }): boolean =>
  type !== 'medical-update' && (status === 'CLOSED' || status === 'CLOSED_WITH_ERROR')

/** With fewer ratings nothing is published: one bad day would dominate, and the patient could be guessed. */
export const MIN_RATINGS = 5

export const RatingOfClinician = v.object({
  /** Rounded to one decimal. */
  average: v.number(),
  count: v.number(),
})
export type RatingOfClinician = v.InferOutput<typeof RatingOfClinician>

/** The published rating of a clinician. `stars` is the sum of all ratings. */
export const publishedRating = ({ count, stars }: { count: number; stars: number }): RatingOfClinician | null =>
  count < MIN_RATINGS ? null : { average: Math.round((stars * 10) / count) / 10, count }
