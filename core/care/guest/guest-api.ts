import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Name } from '../../kit/shapes.ts'
import { CallTicket, TicketRequest } from '../call/api.ts'
import type { CallConnection } from '../call/call-signal.ts'
import { Guest, GuestKind } from './guest.ts'

/** What stands behind the `#` of a guest's link: 256 random bits, stored as a digest. It travels in bodies alone. */
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const GuestName = Name(1, 60)

const one = { params: v.object({ id: Id }) } as const
const guest = { params: v.object({ id: Id, guestId: Id }) } as const
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404 } as const
const INVITE = { NOT_NOW: 409, GUEST_THERE: 409 } as const
const HELD = { ...NOT_FOUND, NOT_YOURS: 409 } as const

const invitation = {
  /** `name`: what who invites calls them; the guest says themselves how they want to be shown. */
  body: v.object({ kind: GuestKind, name: GuestName }),
  /** `secret` is told here and never again. */
  reply: v.object({ id: Id, secret: v.string() }),
  status: 201,
} as const
const list = { polled: true, reply: v.object({ items: v.array(Guest), mayInvite: v.boolean() }) } as const
const ticket = { body: TicketRequest, reply: CallTicket, status: 201 } as const

/** By the patient, or who acts for them: inviting is consenting. One invitation a consultation stands at a time. */
export const inviteGuest = call({
  method: 'POST',
  path: '/consultations/:id/guests',
  access: 'access',
  ...one,
  ...invitation,
  refusals: { ...NOT_FOUND, ...INVITE },
})

/** Who is invited now, and who was there. */
export const listGuests = call({
  method: 'GET',
  path: '/consultations/:id/guests',
  access: 'access',
  ...one,
  ...list,
  refusals: NOT_FOUND,
})

/** The patient's yes to whom the clinician wants to bring; a second yes is none. */
export const agreeToGuest = call({
  method: 'POST',
  path: '/consultations/:id/guests/:guestId/consent',
  access: 'access',
  ...guest,
  refusals: { ...NOT_FOUND, GUEST_NOT_FOUND: 404, NOT_NOW: 409 },
})

/** Takes the invitation back, or says no to it; who is in the call by it is out at once. */
export const removeGuest = call({
  method: 'DELETE',
  path: '/consultations/:id/guests/:guestId',
  access: 'access',
  ...guest,
  refusals: { ...NOT_FOUND, GUEST_NOT_FOUND: 404 },
})

/** The patient's page to the guest's: a line of its own beside the one to the clinician. */
export const createGuestConnectionTicket = call({
  method: 'POST',
  path: '/consultations/:id/guest-ticket',
  access: 'access',
  ...one,
  ...ticket,
  refusals: { ...NOT_FOUND, NO_CALL: 409 },
})

/** By who holds the consultation; the link opens nothing until the patient has agreed. */
export const inviteGuestAtDesk = call({
  method: 'POST',
  path: '/desk/consultations/:id/guests',
  access: 'staff',
  ...one,
  ...invitation,
  refusals: { ...HELD, ...INVITE },
})

export const listGuestsAtDesk = call({
  method: 'GET',
  path: '/desk/consultations/:id/guests',
  access: 'staff',
  ...one,
  ...list,
  refusals: NOT_FOUND,
})

export const removeGuestAtDesk = call({
  method: 'DELETE',
  path: '/desk/consultations/:id/guests/:guestId',
  access: 'staff',
  ...guest,
  refusals: { ...HELD, GUEST_NOT_FOUND: 404 },
})

export const createDeskGuestConnectionTicket = call({
  method: 'POST',
  path: '/desk/consultations/:id/guest-ticket',
  access: 'staff',
  ...one,
  ...ticket,
  refusals: { ...HELD, NO_CALL: 409 },
})

/** All that a guest learns before the call: who wants them there, and when. Nothing of whose health it is about. */
export const GuestCall = v.object({
  /** First name of the patient, or name of the clinician. */
  invitedBy: v.string(),
  kind: GuestKind,
  /** The name that was typed for them: a suggestion. */
  name: v.string(),
  /** null: as soon as the clinician calls. */
  startTime: v.nullable(Moment),
  /** `asked`: the patient has not agreed yet. `early`: too long before the hour. `waiting`: no video call is on yet. */
  state: v.picklist(['asked', 'early', 'waiting', 'on']),
  /** The others in the call, once it is on. */
  clinician: v.nullable(v.string()),
  patient: v.nullable(v.string()),
  callId: v.nullable(Id),
})
export type GuestCall = v.InferOutput<typeof GuestCall>

/** Wrong, revoked and over are one answer. */
const GUEST_LINK = { GUEST_LINK_OVER: 404, RATE_LIMITED: 429 } as const

export const readGuestLink = call({
  method: 'POST',
  path: '/guest-calls/reading',
  access: 'public',
  body: v.object({ secret: Secret }),
  reply: GuestCall,
  refusals: GUEST_LINK,
})

/** A single-use ticket, like every participant's; `connection`: to whom. Two pages are never in by one link. */
export const createGuestTicket = call({
  method: 'POST',
  path: '/guest-calls/ticket',
  access: 'public',
  body: v.object({
    secret: Secret,
    name: GuestName,
    connection: v.picklist(['patient-guest', 'clinician-guest'] satisfies CallConnection[]),
    /** Random, and kept by the page over a reload: another page has another. */
    page: v.pipe(v.string(), v.regex(/^[\w-]{22,43}$/)),
    ...TicketRequest.entries,
  }),
  reply: CallTicket,
  status: 201,
  refusals: { ...GUEST_LINK, NO_CALL: 409, GUEST_INSIDE: 409 },
})
