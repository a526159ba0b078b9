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

/** A consultation that took place, however it ended; in a cancelled one, and in an update of the record, nobody was met. */
export const isRatable = ({ status, type }: { status: ConsultationStatus; type: ConsultationType }): boolean =>
  type !== 'medical-update' && (status === 'CLOSED' || status === 'CLOSED_WITH_ERROR')

/** Of fewer nobody is told: one bad day would be the whole of it, and who said it could be guessed. */
export const LEAST_RATINGS = 5

export const RatingOfClinician = v.object({
  /** One decimal. */
  average: v.number(),
  count: v.number(),
})
export type RatingOfClinician = v.InferOutput<typeof RatingOfClinician>

/** What patients read of how a clinician is rated. `stars`: all that were given, together. */
export const shownRating = ({ count, stars }: { count: number; stars: number }): RatingOfClinician | null =>
  count < LEAST_RATINGS ? null : { average: Math.round((stars * 10) / count) / 10, count }
