import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { EmailAddress } from '../../kit/email-address.ts'
import { Code, Id, Password } from '../../kit/shapes.ts'
import { OwnSession, Refreshed, SignedIn } from '../session/session-api.ts'

export const StaffRole = v.picklist(['clinician', 'clinical-manager', 'clinician-and-clinical-manager'])
export type StaffRole = v.InferOutput<typeof StaffRole>

/** LINK_DUE: the account was reset, and the staff member must use the link that was sent. */
const SHUT = { BLOCKED_USER: 403, LINK_DUE: 403 } as const

/** First factor at the desk; staff always need the second one too (product 3.10). */
export const staffLogin = call({
  method: 'POST',
  path: '/desk/auth/login',
  repeat: 'safe',
  access: 'public',
  body: v.object({ email: EmailAddress, password: Password }),
  reply: v.object({ accessToken: v.string() }),
  refusals: { WRONG_CREDENTIALS: 400, ...SHUT, RATE_LIMITED: 429 },
})

export const verifyStaffTotp = call({
  method: 'POST',
  path: '/desk/auth/totp',
  repeat: 'safe',
  access: 'staff-totp',
  body: v.object({ code: Code }),
  reply: SignedIn,
  refusals: { WRONG_CODE: 400, ...SHUT, RATE_LIMITED: 429 },
})

export const staffRefresh = call({ method: 'GET', path: '/desk/auth/refresh', access: 'refresh', reply: Refreshed })
export const staffLogout = call({ method: 'POST', path: '/desk/auth/logout', repeat: 'safe', access: 'staff' })

/**
 * A desk session ends twelve hours after the sign-in, whatever its activity; the desk warns in time, so that staff sign
 * in again without losing work. Negative while the call they are in continues.
 */
export const staffHeartbeat = call({
  method: 'POST',
  path: '/desk/heartbeat',
  repeat: 'safe',
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
    /** For clinicians. */
    photoUrl: v.nullable(v.string()),
  }),
})

/** The caller's own sessions, including this one. */
export const myDeskSessions = call({
  method: 'GET',
  path: '/desk/me/sessions',
  list: { boundedBy: 'the open sessions of one person' },
  access: 'staff',
  reply: v.object({ items: v.array(OwnSession) }),
})

/** Ends another session of the caller; `staffLogout` ends the present one. */
export const endMyDeskSession = call({
  method: 'DELETE',
  path: '/desk/me/sessions/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { SESSION_NOT_FOUND: 404 },
})

/** Ends all sessions of the caller except this one. */
export const endMyOtherDeskSessions = call({ method: 'DELETE', path: '/desk/me/sessions', access: 'staff' })
