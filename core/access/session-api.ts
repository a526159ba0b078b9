import * as v from 'valibot'
import { call } from '../kit/call.ts'

/** Spec 1 §3 "Tokens". On the web `refreshToken` is a handle that is useless without the HttpOnly cookie (decisions §4). */
export const SignedIn = v.object({ accessToken: v.string(), refreshToken: v.string(), sessionId: v.string() })

export const refreshSession = call({ method: 'GET', path: '/auth/refresh', access: 'refresh', reply: SignedIn })

export const logout = call({ method: 'POST', path: '/auth/logout', access: 'access' })

/** Keeps the session alive; 410 when it has ended meanwhile, 401 when the token is bad. */
export const heartbeat = call({
  method: 'POST',
  path: '/heartbeat',
  access: 'access',
  refusals: { SESSION_ENDED: 410 },
})
