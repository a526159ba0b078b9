import * as v from 'valibot'
import { LateChoice } from '../../consultation/late-choice.ts'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

/** May be changed until somebody comes. */
export const chooseWhenLate = call({
  method: 'PUT',
  path: '/consultations/:id/late-choice',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ choice: LateChoice }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 },
})

/** Who else is free at an hour that the clinic cannot keep, of those who give the same; while others are offered for it. */
export const listSameHour = call({
  method: 'GET',
  path: '/consultations/:id/same-hour',
  access: 'access',
  params: v.object({ id: Id }),
  reply: v.object({ items: v.array(v.object({ id: Id, name: v.string() })) }),
  refusals: { CONSULTATION_NOT_FOUND: 404 },
})
