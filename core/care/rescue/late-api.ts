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
