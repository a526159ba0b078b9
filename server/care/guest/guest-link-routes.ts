import { guestDoor } from '@cuida/core/care/guest/guest.ts'
import { createGuestTicket, type GuestCall, readGuestLink } from '@cuida/core/care/guest/guest-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionsOf } from '../../consultation/action-store.ts'
import { lockConsultation } from '../../consultation/change-store.ts'
import { serve } from '../../kit/http/serve.ts'
import type { RateLimit } from '../../kit/limit/rate-limit.ts'
import { spendAtDoor } from '../../kit/work/work.ts'
import type { Services } from '../../services.ts'
import { callIdOf, type RunningCall, runningCall } from '../call/call-store.ts'
import { claimPage, type FoundGuest, findGuest } from './guest-store.ts'
import { guestTicket } from './guest-ticket.ts'

/** A few guests who wait behind one address and ask every three seconds; who tries more is guessing, without hope. */
const LINKS_OF_SOURCE: RateLimit = { name: 'guest links source', most: 150, seconds: 60 }

/** What a guest's link opens for who holds it: the hour, who wants them there, and the call. */
export function guestLinkRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services
  const spendOne = (request: FastifyRequest) => spendAtDoor(services, request, LINKS_OF_SOURCE)

  serve(app, services, readGuestLink, async ({ secret }, { request, refuse }) => {
    await spendOne(request)
    const found = await findGuest(db, secret)
    const door = found ? guestDoor(found, found, now()) : 'closed'
    if (!found || door === 'closed') return refuse('GUEST_LINK_OVER')
    const call = door === 'open' ? runningCall(await actionsOf(db, found.consultationId)) : undefined
    return answerOf(found, door, call)
  })

  serve(app, services, createGuestTicket, async ({ secret, name, leg, page, fingerprint }, { request, refuse }) => {
    await spendOne(request)
    const found = await findGuest(db, secret)
    if (!found || guestDoor(found, found, now()) === 'closed') return refuse('GUEST_LINK_OVER')
    if (guestDoor(found, found, now()) !== 'open') return refuse('NO_CALL')
    return db.begin(async (tx) => {
      // Revoking takes the same lock: what it ended buys nothing more.
      await lockConsultation(tx, found.consultationId)
      const seat = { role: 'guest', leg, subjectId: found.id, sessionId: null } as const
      const ticket = (await guestTicket(services, tx, found.consultationId, seat, fingerprint)) ?? refuse('NO_CALL')
      if (!(await claimPage(tx, found.id, page, name))) refuse('GUEST_INSIDE')
      return ticket
    })
  })
}

function answerOf(found: FoundGuest, door: 'asked' | 'early' | 'open', call: RunningCall | undefined): GuestCall {
  const { kind, name, invitedBy, startTime } = found
  const on = call?.medium === 'video' ? call : undefined
  return {
    invitedBy,
    kind,
    name,
    startTime: startTime?.toISOString() ?? null,
    state: door === 'open' ? (on ? 'on' : 'waiting') : door,
    clinician: on ? found.clinician : null,
    patient: on ? found.patient : null,
    callId: on ? callIdOf(on.actionId) : null,
  }
}
