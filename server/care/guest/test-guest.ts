import { randomBytes } from 'node:crypto'
import { createCallTicket } from '@cuida/core/care/call/api.ts'
import type { CallConnection } from '@cuida/core/care/call/call-signal.ts'
import {
  createDeskGuestConnectionTicket,
  createGuestConnectionTicket,
  createGuestTicket,
  inviteGuest,
  listGuests,
  readGuestLink,
  removeGuest,
} from '@cuida/core/care/guest/guest-api.ts'
import { createDeskCallTicket } from '@cuida/core/care/queue/desk-api.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { FINGERPRINT } from '../call/test-caller.ts'
import { insertCall } from '../test-people.ts'

export type CallOf = Awaited<ReturnType<typeof insertCall>>
type GuestConnection = Exclude<CallConnection, 'main'>

export const newPage = () => randomBytes(16).toString('base64url')
export const LUIS = { kind: 'companion', name: 'Luis' } as const

/** HTTP actions of every participant of a call with a guest. */
export function guestTools(context: TestContext) {
  const certificate = { fingerprint: FINGERPRINT }
  const tools = {
    invite: async ({ id, patient }: CallOf) =>
      (await context.sendCall(inviteGuest, { id, ...LUIS }, { token: patient.token })).body,
    /** A running call with an invited guest. */
    async invited() {
      const call = await insertCall(context)
      return { ...call, ...(await tools.invite(call)), id: call.id, guestId: '' }
    },
    read: (secret: string) => context.sendCall(readGuestLink, { secret }),
    ticket: (secret: string, connection: GuestConnection = 'patient-guest', page = newPage()) =>
      context.sendCall(createGuestTicket, { secret, name: 'Luis Gómez', connection, page, ...certificate }),
    patientTicket: async ({ id, patient }: CallOf) =>
      (await context.sendCall(createGuestConnectionTicket, { id, ...certificate }, { token: patient.token })).body
        .ticket,
    clinicianTicket: async ({ id, clinician }: CallOf) =>
      (await context.sendCall(createDeskGuestConnectionTicket, { id, ...certificate }, { token: clinician.token })).body
        .ticket,
    mainTickets: async ({ id, patient, clinician }: CallOf) => [
      (await context.sendCall(createCallTicket, { id, ...certificate }, { token: patient.token })).body.ticket,
      (await context.sendCall(createDeskCallTicket, { id, ...certificate }, { token: clinician.token })).body.ticket,
    ],
    guests: async ({ id, patient }: CallOf) =>
      (await context.sendCall(listGuests, { id }, { token: patient.token })).body.items,
    remove: ({ id, patient }: CallOf, guestId: string) =>
      context.sendCall(removeGuest, { id, guestId }, { token: patient.token }),
  }
  return tools
}
