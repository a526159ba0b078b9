import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Phone } from '../kit/shapes.ts'
import { RATE_LIMITED } from './api.ts'

/**
 * Whether a phone has an account: an oracle by specification, so it has a price (decision 0022). The first numbers of a
 * page are free; then a solved puzzle pays.
 */
export const phoneExists = call({
  method: 'POST',
  path: '/auth/register/phone-exists',
  access: 'public',
  body: v.object({
    phone: Phone,
    proof: v.optional(
      v.object({
        challenge: v.pipe(v.string(), v.maxLength(120)),
        counter: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    ),
  }),
  reply: v.object({ phoneExists: v.boolean() }),
  refusals: RATE_LIMITED,
})

/** A puzzle whose solution pays for one look-up, within five minutes. */
export const lookUpPuzzle = call({
  method: 'POST',
  path: '/auth/register/phone-exists/puzzle',
  access: 'public',
  reply: v.object({ challenge: v.string(), bits: v.number() }),
})
