import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Code, Phone } from '../../kit/shapes.ts'
import { CODE_REFUSALS, NewPassword, PurposeToken, RATE_LIMIT_REFUSAL, SignIn } from '../api.ts'
import { ClientQuery } from '../sign-in/client.ts'

/** Sends a code to the phone's account. The reply is the same for a phone without an account (product 3.8). */
export const recover = call({
  method: 'POST',
  path: '/auth/recover',
  repeat: 'safe',
  access: 'public',
  needs: 'messages',
  body: v.object({ phone: Phone }),
  reply: PurposeToken,
  refusals: { PHONE_NOT_ALLOWED: 400, ...RATE_LIMIT_REFUSAL },
})

export const confirmRecovery = call({
  method: 'POST',
  path: '/auth/recover/confirmation',
  repeat: 'safe',
  access: 'recovery',
  body: v.object({ code: Code }),
  reply: PurposeToken,
  refusals: CODE_REFUSALS,
})

/** Sets the new password, ends every session of the account and signs in, unless an authenticator code is due. */
export const resetPassword = call({
  method: 'POST',
  path: '/auth/recover/password',
  repeat: 'safe',
  access: 'reset',
  query: ClientQuery,
  body: v.object({ password: NewPassword }),
  reply: SignIn,
  refusals: { BLOCKED_USER: 403, ...RATE_LIMIT_REFUSAL },
})
