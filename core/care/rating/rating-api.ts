import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'
import { Rating } from './rating.ts'

/** How it was, in the patient's words. Said again, the latest counts. */
export const rateConsultation = call({
  method: 'POST',
  path: '/consultations/:id/rating',
  access: 'access',
  params: v.object({ id: Id }),
  body: Rating,
  reply: Rating,
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_OVER: 409 },
})
