import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Password } from '../../kit/shapes.ts'
import { OwnSession, Refreshed, SignedIn } from '../session/session-api.ts'

export const StaffRole = v.picklist(['clinician', 'clinical-manager', 'clinician-and-clinical-manager'])
export type StaffRole = v.InferOutput<typeof StaffRole>

/** LINK_DUE: they are to begin anew, and come in by the link that was sent to them. */
const SHUT = { BLOCKED_USER: 403, LINK_DUE: 403 } as const

/** First factor at the desk; staff always owe the second (product 3.10). */
export const staffLogin = call({
  method: 'POST',
  path: '/desk/auth/login',
  access: 'public',
  body: v.object({ email: EmailAddress, password: Password }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { WRONG_CREDENTIALS: 400, ...SHUT, RATE_LIMITED: 429 },
})

export const staffTotp = call({
  method: 'POST',
  path: '/desk/auth/totp',
  access: 'staff-totp',
  body: v.object({ code: Code }),
  reply: SignedIn,
  refusals: { WRONG_CODE: 400, ...SHUT, RATE_LIMITED: 429 },
})

export const staffRefresh = call({ method: 'GET', path: '/desk/auth/refresh', access: 'refresh', reply: Refreshed })
export const staffLogout = call({ method: 'POST', path: '/desk/auth/logout', access: 'staff' })

/**
 * A session at the desk is over twelve hours after the sign-in, whatever is done in it: who is told so in time signs in
 * anew and loses nothing. Below 0 while the call that they are in goes on.
 */
export const staffHeartbeat = call({
  method: 'POST',
  path: '/desk/heartbeat',
  access: 'staff',
  reply: v.object({ endsInSeconds: v.number() }),
  refusals: { SESSION_ENDED: 410 },
})

export const staffMe = call({
  method: 'GET',
  path: '/desk/me',
  access: 'staff',
  reply: v.object({
    id: Id,
    name: v.string(),
    email: v.string(),
    role: StaffRole,
    clinicianId: v.nullable(Id),
    /** Of who gives care. */
    photoUrl: v.nullable(v.string()),
  }),
})

/** Where they are signed in, this desk among them; of nobody else. */
export const myDeskSessions = call({
  method: 'GET',
  path: '/desk/me/sessions',
  access: 'staff',
  reply: v.object({ items: v.array(OwnSession) }),
})

/** Ends another session of theirs; leaving this one is `staffLogout`. */
export const endMyDeskSession = call({
  method: 'DELETE',
  path: '/desk/me/sessions/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { SESSION_NOT_FOUND: 404 },
})

/** All of theirs but this one. */
export const endMyOtherDeskSessions = call({ method: 'DELETE', path: '/desk/me/sessions', access: 'staff' })
