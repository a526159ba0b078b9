import * as v from 'valibot'
import { AfterHoursChoice } from '../../consultation/after-hours.ts'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

/**
 * The product closed while the patient waited: the patient chooses to keep the first position until it opens. A refund
 * instead is `cancelOrder`.
 */
export const chooseAfterHours = call({
  method: 'PUT',
  path: '/consultations/:id/after-hours',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ choice: AfterHoursChoice }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 },
})
