import type { Rating } from '@cuida/core/care/rating/rating.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { api } from '../../kit/api.ts'

/** How it was; a comment that is empty, or was emptied, is none. */
export const rate = (consultationId: string, stars: Rating['stars'], comment: string) =>
  api(rateConsultation, { id: consultationId, stars, comment: comment.trim() || null })
