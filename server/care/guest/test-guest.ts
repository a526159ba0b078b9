import { randomBytes } from 'node:crypto'
import { createCallTicket } from '@cuida/core/care/call/api.ts'
import type { CallLeg } from '@cuida/core/care/call/call-signal.ts'
import {
  createDeskGuestLegTicket,
  createGuestLegTicket,
  createGuestTicket,
  inviteGuest,
  listGuests,
  readGuestLink,
  removeGuest,
} from '@cuida/core/care/guest/guest-api.ts'
import { createDeskCallTicket } from '@cuida/core/care/queue/desk-api.ts'
import type { World } from '../../testing/test-world.ts'
import { FINGERPRINT } from '../call/test-caller.ts'
import { insertCall } from '../test-people.ts'

export type CallOf = Awaited<ReturnType<typeof insertCall>>
type GuestLeg = Exclude<CallLeg, 'main'>

export const newPage = () => randomBytes(16).toString('base64url')
export const LUIS = { kind: 'companion', name: 'Luis' } as const

/** What everybody of a call with a guest does, over HTTP. */
export function guestTools(world: World) {
  const certificate = { fingerprint: FINGERPRINT }
  const tools = {
    invite: async ({ id, patient }: CallOf) =>
      (await world.tell(inviteGuest, { id, ...LUIS }, { token: patient.token })).body,
    /** A call that is on, and somebody invited to it. */
    async invited() {
      const call = await insertCall(world)
      return { ...call, ...(await tools.invite(call)), id: call.id, guestId: '' }
    },
    read: (secret: string) => world.tell(readGuestLink, { secret }),
    ticket: (secret: string, leg: GuestLeg = 'patient-guest', page = newPage()) =>
      world.tell(createGuestTicket, { secret, name: 'Luis Gómez', leg, page, ...certificate }),
    patientTicket: async ({ id, patient }: CallOf) =>
      (await world.tell(createGuestLegTicket, { id, ...certificate }, { token: patient.token })).body.ticket,
    clinicianTicket: async ({ id, clinician }: CallOf) =>
      (await world.tell(createDeskGuestLegTicket, { id, ...certificate }, { token: clinician.token })).body.ticket,
    mainTickets: async ({ id, patient, clinician }: CallOf) => [
      (await world.tell(createCallTicket, { id, ...certificate }, { token: patient.token })).body.ticket,
      (await world.tell(createDeskCallTicket, { id, ...certificate }, { token: clinician.token })).body.ticket,
    ],
    guests: async ({ id, patient }: CallOf) =>
      (await world.tell(listGuests, { id }, { token: patient.token })).body.items,
    remove: ({ id, patient }: CallOf, guestId: string) =>
      world.tell(removeGuest, { id, guestId }, { token: patient.token }),
  }
  return tools
}
