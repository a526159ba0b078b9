import type { ServerSignal } from '@cuida/core/care/call-signal.ts'
import { notifyChanged } from '../kit/changes.ts'
import type { Services } from '../services.ts'
import { callIdOf, runningCall, type SeatOfCall, seatsOf, takeSeat } from './call-store.ts'
import { lockConsultation, topicsOf } from './change-store.ts'
import { iceServers } from './ice.ts'
import { spendTicket, type Ticket } from './ticket-store.ts'

export interface JoinedCall extends SeatOfCall {
  sessionId: string
  pairing: number
  /** The last signal of the other side that this socket need not hear. */
  heard: number
  signal: Extract<ServerSignal, { type: 'joined' }>
}

/** Spends the ticket and takes its seat, if the call that it was made for is still on. */
export async function joinCall(
  services: Services,
  { ticket: key, callId }: { ticket: string; callId?: string },
  socketId: string,
): Promise<JoinedCall | 'TICKET_REFUSED' | 'NO_CALL'> {
  const { db } = services
  const ticket = await spendTicket(db, key)
  if (!ticket) return 'TICKET_REFUSED'
  if (callId && callId !== callIdOf(ticket.actionId)) return 'NO_CALL'
  const seated = await db.begin(async (tx) => {
    const locked = await lockConsultation(tx, ticket.consultationId)
    const call = locked && runningCall(locked.actions)
    if (!locked || call?.actionId !== ticket.actionId) return undefined
    if (ticket.role === 'clinician' && locked.heldBy !== ticket.subjectId) return undefined
    const seats = await seatsOf(tx, locked.id, call.actionId)
    const cameAs = await takeSeat(tx, ticket, socketId)
    await notifyChanged(tx, [...topicsOf(locked), `staff:${locked.heldBy}`, `call:${locked.id}`])
    return { cameAs, peer: seats.find(({ role, alive }) => role !== ticket.role && alive) }
  })
  if (!seated) return 'NO_CALL'
  const { cameAs, peer } = seated
  return {
    ...ticket,
    pairing: cameAs,
    heard: peer?.cameAs ?? cameAs,
    signal: greeting(services, ticket, cameAs, peer !== undefined),
  }
}

function greeting({ env, now }: Services, { actionId, role }: Ticket, pairing: number, peerPresent: boolean) {
  const callId = callIdOf(actionId)
  // Perfect negotiation (providers §12.1): the clinician is the impolite side.
  const polite = role === 'patient'
  const ice = iceServers(env, callId, now())
  return { type: 'joined', callId, role, polite, pairing, peerPresent, iceServers: ice } as const
}
