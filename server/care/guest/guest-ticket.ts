import type { CallLeg, CallRole } from '@cuida/core/care/call/call-signal.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { ticketExtras } from '../call/call-seal.ts'
import { runningCall } from '../call/call-store.ts'
import { insertTicket } from '../call/ticket-store.ts'
import { standingGuest } from './guest-store.ts'

interface SeatOnLeg {
  role: CallRole
  leg: CallLeg
  subjectId: string
  sessionId: string | null
}

/** A ticket for one end of a guest's leg; undefined while no video call is on or nobody is invited to it. */
export async function guestTicket(
  services: Services,
  sql: Sql,
  consultationId: string,
  seat: SeatOnLeg,
  fingerprint: string,
) {
  const call = runningCall(await actionsOf(sql, consultationId))
  const guestId = await standingGuest(sql, consultationId)
  if (call?.medium !== 'video' || !guestId) return undefined
  const { actionId } = call
  const ticket = await insertTicket(sql, { consultationId, actionId, guestId, ...seat })
  return { ...ticket, ...ticketExtras(services, actionId, { role: seat.role, guestId }, fingerprint) }
}
