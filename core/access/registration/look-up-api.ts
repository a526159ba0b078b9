import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Phone } from '../../kit/shapes.ts'
import { RATE_LIMIT_REFUSAL } from '../api.ts'

/**
 * Whether a phone has an account. The specification demands this enumeration, so it is rate limited (decision 0176): a
 * page's first look-ups are free, and further ones need a proof of work.
 */
export const phoneExists = call({
  method: 'POST',
  path: '/auth/register/phone-exists',
  repeat: 'safe',
  access: 'public',
  body: v.object({ phone: Phone }),
  reply: v.object({ phoneExists: v.boolean() }),
  refusals: RATE_LIMIT_REFUSAL,
})
