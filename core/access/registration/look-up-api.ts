import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Phone } from '../../kit/shapes.ts'
import { RATE_LIMITED } from '../api.ts'

/**
 * Whether a phone has an account: an oracle by specification, so it has a price (decision 0176). The first
 * numbers of a page are free; then work pays.
 */
export const phoneExists = call({
  method: 'POST',
  path: '/auth/register/phone-exists',
  access: 'public',
  body: v.object({ phone: Phone }),
  reply: v.object({ phoneExists: v.boolean() }),
  refusals: RATE_LIMITED,
})
