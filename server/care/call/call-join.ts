import { type ClientSignal, isPolite, type ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { saveJoined } from '../../consultation/action-store.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { noteCame, stands } from '../guest/guest-store.ts'
import { callIdOf, keepSeat, runningCall, type SeatOfCall, seatsOf, type TakenSeat, takeSeat } from './call-store.ts'
import { iceServers, isRelayed } from './ice/ice.ts'
import { spendTicket, type Ticket } from './ticket-store.ts'

export interface JoinedCall extends SeatOfCall {
  sessionId: string | null
  guestId: string | null
  pairing: number
  /** The last signal of the other side that this socket need not hear. */
  heard: number
  signal: Extract<ServerSignal, { type: 'joined' }>
}

type Resume = NonNullable<Extract<ClientSignal, { type: 'join' }>['resume']>

/** Spends the ticket and takes its seat, if the call that it was made for is still on. */
export async function joinCall(
  services: Services,
  { ticket: key, callId, resume }: Extract<ClientSignal, { type: 'join' }>,
  socketId: string,
  isHere: () => boolean,
): Promise<JoinedCall | 'TICKET_REFUSED' | 'NO_CALL' | 'GONE'> {
  const { db } = services
  const ticket = await spendTicket(db, key)
  if (!ticket) return 'TICKET_REFUSED'
  if (callId && callId !== callIdOf(ticket.actionId)) return 'NO_CALL'
  const seated = await db.begin(async (tx) => {
    const locked = await lockConsultation(tx, ticket.consultationId)
    // Who stopped waiting may have come in by another socket, which this one would replace.
    if (!isHere()) return 'GONE'
    const call = locked && runningCall(locked.actions)
    if (!locked || call?.actionId !== ticket.actionId) return undefined
    if (ticket.role === 'clinician' && locked.heldBy !== ticket.subjectId) return undefined
    if (ticket.guestId && !(await stands(tx, ticket.guestId))) return undefined
    const seats = await seatsOf(tx, ticket)
    const place = await sitDown(tx, ticket, socketId, resume, seats)
    if (ticket.leg === 'main' && seats.some(({ role, socketId: other }) => role !== ticket.role && other))
      await saveJoined(tx, ticket.actionId)
    if (ticket.role === 'guest' && ticket.guestId) await noteCame(tx, ticket.guestId)
    await notifyChanged(tx, [...topicsOf(locked), `staff:${locked.heldBy}`, `call:${locked.id}`])
    return { ...place, peerPresent: seats.some(({ role, alive }) => role !== ticket.role && alive) }
  })
  if (!seated) return 'NO_CALL'
  if (seated === 'GONE') return seated
  const { pairing, heard, resumed, peerPresent } = seated
  return {
    ...ticket,
    pairing,
    heard,
    signal: { ...greeting(services, ticket), pairing, peerPresent, resumed },
  }
}

/**
 * The same two pages as long as nobody has come since: then a page that lost only its socket goes on where it was.
 * A page that comes as a new one makes a new pair.
 */
async function sitDown(tx: Tx, ticket: Ticket, socketId: string, resume: Resume | undefined, seats: TakenSeat[]) {
  const lastCame = Math.max(...seats.map(({ cameAs }) => cameAs))
  if (resume && resume.pairing === lastCame && seats.some(({ role }) => role === ticket.role)) {
    await keepSeat(tx, ticket, socketId)
    return { ...resume, resumed: true }
  }
  const pairing = await takeSeat(tx, ticket, socketId)
  const peer = seats.find(({ role, alive }) => role !== ticket.role && alive)
  return { pairing, heard: peer?.cameAs ?? pairing, resumed: false }
}

function greeting({ env, now }: Services, { actionId, role, leg }: Ticket) {
  const callId = callIdOf(actionId)
  const polite = isPolite(leg, role)
  const ice = iceServers(env, callId, now())
  return { type: 'joined', callId, role, polite, iceServers: ice, relayOnly: isRelayed(env, role) } as const
}
