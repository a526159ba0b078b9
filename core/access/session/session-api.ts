import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** A3.3. On the web `refreshToken` is a handle that is useless without the HttpOnly cookie (product 3.3). */
export const Refreshed = v.object({ accessToken: v.string(), refreshToken: v.string(), sessionId: v.string() })
export const SignedIn = v.object({
  ...Refreshed.entries,
  /** Names this device in `x-device` from its first sign-in on; a browser has it in a cookie. It opens nothing (decision 0176). */
  deviceKey: v.optional(v.string()),
})

/** One that is open, as who signed in sees it: enough to know one's own again. */
export const OwnSession = v.object({
  id: Id,
  /** "Chrome, Android", or "App, Android"; null when it did not say. */
  device: v.nullable(v.string()),
  createdAt: Moment,
  lastSeenAt: Moment,
  /** The one that asks. */
  current: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>

export const refreshSession = call({ method: 'GET', path: '/auth/refresh', access: 'refresh', reply: Refreshed })

export const logout = call({ method: 'POST', path: '/auth/logout', access: 'access' })

/** Keeps the session alive; 410 when it has ended meanwhile, 401 when the token is bad. */
export const heartbeat = call({
  method: 'POST',
  path: '/heartbeat',
  access: 'access',
  refusals: { SESSION_ENDED: 410 },
})
