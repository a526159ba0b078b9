import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Code, Id, Text } from '../kit/shapes.ts'
import { SignedIn } from './session-api.ts'

export const StaffRole = v.picklist(['clinician', 'clinical-manager', 'clinician-and-clinical-manager'])
export type StaffRole = v.InferOutput<typeof StaffRole>

/** LINK_DUE: they are to begin anew, and come in by the link that was sent to them. */
const SHUT = { BLOCKED_USER: 403, LINK_DUE: 403 } as const

/** First factor at the desk; staff always owe the second (decisions §4). */
export const staffLogin = call({
  method: 'POST',
  path: '/desk/auth/login',
  access: 'public',
  body: v.object({ email: v.pipe(Text(3, 254), v.email()), password: Text(1, 128) }),
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

export const staffRefresh = call({ method: 'GET', path: '/desk/auth/refresh', access: 'refresh', reply: SignedIn })
export const staffLogout = call({ method: 'POST', path: '/desk/auth/logout', access: 'staff' })
export const staffHeartbeat = call({
  method: 'POST',
  path: '/desk/heartbeat',
  access: 'staff',
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
  }),
})
