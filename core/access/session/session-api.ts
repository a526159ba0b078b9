import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** A3.3. On the web `refreshToken` is a handle that is useless without the HttpOnly cookie (product 3.3). */
export const Refreshed = v.object({ accessToken: v.string(), refreshToken: v.string(), sessionId: v.string() })
export const SignedIn = v.object({
  ...Refreshed.entries,
  /**
   * Identifies this device in the `x-device` header from its first sign-in on; browsers have it in a cookie. It grants
   * no access (decision 0176).
   */
  deviceKey: v.optional(v.string()),
})

/** An open session as its holder sees it: enough to recognise it. */
export const OwnSession = v.object({
  id: Id,
  /** "Chrome, Android", or "App, Android"; null when unknown. */
  device: v.nullable(v.string()),
  createdAt: Moment,
  lastSeenAt: Moment,
  /** The session of this request. */
  current: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const refreshSession = call({ method: 'GET', path: '/auth/refresh', access: 'refresh', reply: Refreshed })

export const logout = call({ method: 'POST', path: '/auth/logout', repeat: 'safe', access: 'access' })

/** Keeps the session alive; 410 when it has ended, 401 when the token is invalid. */
export const heartbeat = call({
  method: 'POST',
  path: '/heartbeat',
  repeat: 'safe',
  access: 'access',
  refusals: { SESSION_ENDED: 410 },
})
