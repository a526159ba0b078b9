import * as v from 'valibot'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { FreeText } from '../../kit/shapes.ts'

export const Rating = v.object({
  /** 1 is the worst, 5 the best. */
  stars: v.picklist([1, 2, 3, 4, 5]),
  comment: v.optional(v.nullable(FreeText()), null),
})
export type Rating = v.InferOutput<typeof Rating>

/** A consultation that took place, however it ended; one that was cancelled has nothing to say about. */
export const isRatable = (status: ConsultationStatus): boolean => status === 'CLOSED' || status === 'CLOSED_WITH_ERROR'
