import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

const one = { params: v.object({ id: Id }) } as const
const REFUSALS = { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 } as const

/** Who was called and not reached is there now: they come in front, and the desk hears of it. */
export const confirmPresence = call({
  method: 'POST',
  path: '/consultations/:id/here',
  access: 'access',
  ...one,
  refusals: REFUSALS,
})

/** Waits by the phone, away from the app: a message comes shortly before the turn. `false`: is back. */
export const leaveQueue = call({
  method: 'PUT',
  path: '/consultations/:id/away',
  access: 'access',
  ...one,
  body: v.object({ away: v.boolean() }),
  refusals: REFUSALS,
})
