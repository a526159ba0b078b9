import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Name } from '../../kit/shapes.ts'
import { CallTicket, TicketRequest } from '../call/api.ts'
import type { CallConnection } from '../call/call-signal.ts'
import { Guest, GuestKind } from './guest.ts'

/** Secret in the fragment of a guest's link: 256 random bits, stored as a digest and sent in bodies only. */
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const GuestName = Name(1, 60)

const one = { params: v.object({ id: Id }) } as const
const guest = { params: v.object({ id: Id, guestId: Id }) } as const
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404 } as const
const INVITE = { NOT_NOW: 409, GUEST_THERE: 409 } as const
const HELD = { ...NOT_FOUND, NOT_YOURS: 409 } as const

const invitation = {
  /** `name`: how the inviter calls the guest; the guest chooses the name that is shown. */
  body: v.object({ kind: GuestKind, name: GuestName }),
  /** `secret` is returned only here. */
  reply: v.object({ id: Id, secret: v.string() }),
  status: 201,
} as const
const list = { polled: true, reply: v.object({ items: v.array(Guest), mayInvite: v.boolean() }) } as const
const ticket = { body: TicketRequest, reply: CallTicket, status: 201 } as const

/**
 * Invites a guest, for the patient or their representative; the invitation implies consent. A consultation has one
 * open invitation at a time.
 */
export const inviteGuest = call({
  method: 'POST',
  path: '/consultations/:id/guests',
  repeat: 'replay',
  access: 'access',
  ...one,
  ...invitation,
  refusals: { ...NOT_FOUND, ...INVITE },
})

/** Present invitations and past guests. */
export const listGuests = call({
  method: 'GET',
  path: '/consultations/:id/guests',
  list: { boundedBy: 'the guests of one consultation' },
  access: 'access',
  ...one,
  ...list,
  refusals: NOT_FOUND,
})

/** The patient's consent to a guest whom the clinician invited; a repeated request changes nothing. */
export const agreeToGuest = call({
  method: 'POST',
  path: '/consultations/:id/guests/:guestId/consent',
  repeat: 'safe',
  access: 'access',
  ...guest,
  refusals: { ...NOT_FOUND, GUEST_NOT_FOUND: 404, NOT_NOW: 409 },
})

/** Revokes or rejects an invitation; a guest who is in the call is disconnected at once. */
export const removeGuest = call({
  method: 'DELETE',
  path: '/consultations/:id/guests/:guestId',
  access: 'access',
  ...guest,
  refusals: { ...NOT_FOUND, GUEST_NOT_FOUND: 404 },
})

/** A ticket for the peer connection from the patient's page to the guest's, beside the one to the clinician. */
export const createGuestConnectionTicket = call({
  method: 'POST',
  path: '/consultations/:id/guest-ticket',
  repeat: 'safe',
  access: 'access',
  ...one,
  ...ticket,
  refusals: { ...NOT_FOUND, NO_CALL: 409 },
})

/** Invites a guest, for the clinician who holds the consultation; the link is inactive until the patient consents. */
export const inviteGuestAtDesk = call({
  method: 'POST',
  path: '/desk/consultations/:id/guests',
  repeat: 'replay',
  access: 'staff',
  ...one,
  ...invitation,
  refusals: { ...HELD, ...INVITE },
})

export const listGuestsAtDesk = call({
  method: 'GET',
  path: '/desk/consultations/:id/guests',
  list: { boundedBy: 'the guests of one consultation' },
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
  repeat: 'safe',
  access: 'staff',
  ...one,
  ...ticket,
  refusals: { ...HELD, NO_CALL: 409 },
})

/**
 * All that a guest reads before the call: who invited them, and when it is. It never reveals whose health it is
 * about.
 */
export const GuestCall = v.object({
  /** First name of the patient, or name of the clinician. */
  invitedBy: v.string(),
  kind: GuestKind,
  /** The name that the inviter typed, as a suggestion. */
  name: v.string(),
  /** null on demand: the guest waits until the clinician calls. */
  startTime: v.nullable(Moment),
  /**
   * `asked`: the patient has not consented yet. `early`: before GUEST_EARLY_MINUTES. `waiting`: no video call is on
   * yet.
   */
  state: v.picklist(['asked', 'early', 'waiting', 'on']),
  /** Names of the other participants, once the call is on. */
  clinician: v.nullable(v.string()),
  patient: v.nullable(v.string()),
  callId: v.nullable(Id),
})
export type GuestCall = v.InferOutput<typeof GuestCall>

/** A wrong, a revoked and an expired link give the same reply. */
const GUEST_LINK = { GUEST_LINK_OVER: 404, RATE_LIMITED: 429 } as const

export const readGuestLink = call({
  method: 'POST',
  path: '/guest-calls/reading',
  repeat: 'safe',
  access: 'public',
  body: v.object({ secret: Secret }),
  reply: GuestCall,
  refusals: GUEST_LINK,
})

/** A single-use ticket for the connection to one participant. One link never admits two pages at the same time. */
export const createGuestTicket = call({
  method: 'POST',
  path: '/guest-calls/ticket',
  repeat: 'safe',
  access: 'public',
  body: v.object({
    secret: Secret,
    name: GuestName,
    connection: v.picklist(['patient-guest', 'clinician-guest'] satisfies CallConnection[]),
    /** Random id that the page keeps over a reload; it distinguishes the page from others with the same link. */
    page: v.pipe(v.string(), v.regex(/^[\w-]{22,43}$/)),
    ...TicketRequest.entries,
  }),
  reply: CallTicket,
  status: 201,
  refusals: { ...GUEST_LINK, NO_CALL: 409, GUEST_INSIDE: 409 },
})
