import * as v from 'valibot'
import { LateChoice } from '../../consultation/late-choice.ts'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

/** The patient may change the choice until a clinician comes. */
export const chooseWhenLate = call({
  method: 'PUT',
  path: '/consultations/:id/late-choice',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ choice: LateChoice }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 },
})

/**
 * Other clinicians of the same product who are free at the appointment's time; only while other times are offered for
 * it.
 */
export const listSameHour = call({
  method: 'GET',
  path: '/consultations/:id/same-hour',
  list: { boundedBy: 'the bookings of a family in one hour' },
  access: 'access',
  params: v.object({ id: Id }),
  reply: v.object({ items: v.array(v.object({ id: Id, name: v.string() })) }),
  refusals: { CONSULTATION_NOT_FOUND: 404 },
})
