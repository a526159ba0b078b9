import { type ClientSignal, isPolite, type ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { recordBothJoined } from '../../consultation/action-store.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { isInvitationActive, recordGuestJoined } from '../guest/guest-store.ts'
import {
  callIdOf,
  findParticipants,
  findRunningCall,
  type ParticipantKey,
  reconnectParticipant,
  type StoredParticipant,
  saveParticipant,
} from './call-store.ts'
import { iceServers, isRelayed } from './ice/ice.ts'
import { redeemTicket, type Ticket } from './ticket-store.ts'

export interface JoinedCall extends ParticipantKey {
  sessionId: string | null
  guestId: string | null
  callSession: number
  /** Id of the last signal of the peer that this socket does not need. */
  lastSignalId: number
  signal: Extract<ServerSignal, { type: 'joined' }>
}

type Resume = NonNullable<Extract<ClientSignal, { type: 'join' }>['resume']>

/**
 * Redeems the ticket and joins its participant, while the ticket's call is on. `GONE`: the socket closed meanwhile.
 */
export async function joinCall(
  services: Services,
  { ticket: key, callId, resume }: Extract<ClientSignal, { type: 'join' }>,
  socketId: string,
  isHere: () => boolean,
): Promise<JoinedCall | 'TICKET_REFUSED' | 'NO_CALL' | 'GONE'> {
  const { db } = services
  const ticket = await redeemTicket(db, key)
  if (!ticket) return 'TICKET_REFUSED'
  if (callId && callId !== callIdOf(ticket.actionId)) return 'NO_CALL'
  const joined = await db.begin(async (tx) => {
    const locked = await lockConsultation(tx, ticket.consultationId)
    // The page may have given up and joined through another socket, which this one would replace.
    if (!isHere()) return 'GONE'
    const call = locked && findRunningCall(locked.actions)
    if (!locked || call?.actionId !== ticket.actionId) return undefined
    if (ticket.role === 'clinician' && locked.heldBy !== ticket.subjectId) return undefined
    if (ticket.guestId && !(await isInvitationActive(tx, ticket.guestId))) return undefined
    const participants = await findParticipants(tx, ticket)
    const session = await joinCallSession(tx, ticket, socketId, resume, participants)
    const areBothHere =
      ticket.connection === 'main' && participants.some(({ role, socketId: other }) => role !== ticket.role && other)
    const isFirstTime = areBothHere && (await recordBothJoined(tx, ticket.actionId))
    if (ticket.role === 'guest' && ticket.guestId) await recordGuestJoined(tx, ticket.guestId)
    await notifyChanged(tx, [...topicsOf(locked), `staff:${locked.heldBy}`, `call:${locked.id}`])
    return {
      ...session,
      isFirstTime,
      peerPresent: participants.some(({ role, alive }) => role !== ticket.role && alive),
    }
  })
  if (!joined) return 'NO_CALL'
  if (joined === 'GONE') return joined
  if (joined.isFirstTime) services.telemetry.record('callJoinDuration', ticket.secondsSinceIssue, {})
  const { callSession, heard, resumed, peerPresent } = joined
  return {
    ...ticket,
    callSession,
    lastSignalId: heard,
    signal: { ...greeting(services, ticket), callSession, peerPresent, resumed },
  }
}

/**
 * The call session continues while neither side has joined anew: a page that lost only its socket then resumes. A
 * page that loads anew starts another call session.
 */
async function joinCallSession(
  tx: Tx,
  ticket: Ticket,
  socketId: string,
  resume: Resume | undefined,
  participants: StoredParticipant[],
) {
  const lastCame = Math.max(...participants.map(({ cameAs }) => cameAs))
  if (resume && resume.callSession === lastCame && participants.some(({ role }) => role === ticket.role)) {
    await reconnectParticipant(tx, ticket, socketId)
    return { ...resume, resumed: true }
  }
  const callSession = await saveParticipant(tx, ticket, socketId)
  const peer = participants.find(({ role, alive }) => role !== ticket.role && alive)
  return { callSession, heard: peer?.cameAs ?? callSession, resumed: false }
}

function greeting({ env, now }: Services, { actionId, role, connection }: Ticket) {
  const callId = callIdOf(actionId)
  const polite = isPolite(connection, role)
  const ice = iceServers(env, callId, now())
  return { type: 'joined', callId, role, polite, iceServers: ice, relayOnly: isRelayed(env, role) } as const
}
