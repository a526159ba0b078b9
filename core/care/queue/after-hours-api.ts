import * as v from 'valibot'
import { AfterHoursChoice } from '../../consultation/after-hours.ts'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

/** The product closed while they waited: they keep the first place until it opens. The money back is the booking's own call. */
export const chooseAfterHours = call({
  method: 'PUT',
  path: '/consultations/:id/after-hours',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ choice: AfterHoursChoice }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 },
})
