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
import { TEST_FINGERPRINT } from '../call/test-caller.ts'
import { insertCall } from '../test-people.ts'

export type InsertedCall = Awaited<ReturnType<typeof insertCall>>
type GuestConnection = Exclude<CallConnection, 'main'>

export const newPageKey = () => randomBytes(16).toString('base64url')
export const COMPANION = { kind: 'companion', name: 'Luis' } as const

/** HTTP actions of every participant of a call with a guest. */
export function createGuestActions(context: TestContext) {
  const certificate = { fingerprint: TEST_FINGERPRINT }
  const tools = {
    invite: async ({ id, patient }: InsertedCall) =>
      (await context.sendCall(inviteGuest, { id, ...COMPANION }, { token: patient.token })).body,
    /** A running call with an invited guest. */
    async invited() {
      const call = await insertCall(context)
      return { ...call, ...(await tools.invite(call)), id: call.id, guestId: '' }
    },
    read: (secret: string) => context.sendCall(readGuestLink, { secret }),
    ticket: (secret: string, connection: GuestConnection = 'patient-guest', page = newPageKey()) =>
      context.sendCall(createGuestTicket, { secret, name: 'Luis Gómez', connection, page, ...certificate }),
    patientTicket: async ({ id, patient }: InsertedCall) =>
      (await context.sendCall(createGuestConnectionTicket, { id, ...certificate }, { token: patient.token })).body
        .ticket,
    clinicianTicket: async ({ id, clinician }: InsertedCall) =>
      (await context.sendCall(createDeskGuestConnectionTicket, { id, ...certificate }, { token: clinician.token })).body
        .ticket,
    mainTickets: async ({ id, patient, clinician }: InsertedCall) => [
      (await context.sendCall(createCallTicket, { id, ...certificate }, { token: patient.token })).body.ticket,
      (await context.sendCall(createDeskCallTicket, { id, ...certificate }, { token: clinician.token })).body.ticket,
    ],
    guests: async ({ id, patient }: InsertedCall) =>
      (await context.sendCall(listGuests, { id }, { token: patient.token })).body.items,
    remove: ({ id, patient }: InsertedCall, guestId: string) =>
      context.sendCall(removeGuest, { id, guestId }, { token: patient.token }),
  }
  return tools
}
