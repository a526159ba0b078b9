import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

const one = { params: v.object({ id: Id }) } as const
const REFUSALS = { CONSULTATION_NOT_FOUND: 404, NOT_NOW: 409 } as const

/** A patient who missed a call confirms that they are present: they move to the front, and the desk is notified. */
export const confirmPresence = call({
  method: 'POST',
  path: '/consultations/:id/here',
  repeat: 'safe',
  access: 'access',
  ...one,
  refusals: REFUSALS,
})

/**
 * The patient waits by the phone, away from the app, and gets a notification shortly before their turn. `false`: they
 * are back.
 */
export const leaveQueue = call({
  method: 'PUT',
  path: '/consultations/:id/away',
  access: 'access',
  ...one,
  body: v.object({ away: v.boolean() }),
  refusals: REFUSALS,
})
