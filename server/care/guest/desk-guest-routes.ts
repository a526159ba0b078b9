import { mayInvite } from '@cuida/core/care/guest/guest.ts'
import {
  createDeskGuestLegTicket,
  inviteGuestAtDesk,
  listGuestsAtDesk,
  removeGuestAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import type { FastifyInstance } from 'fastify'
import { actionsOf } from '../../consultation/action-store.ts'
import { topicsOf } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { runningCall } from '../call/call-store.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import { newSecret } from './guest-routes.ts'
import { endGuest, guestsOf, insertGuest } from './guest-store.ts'
import { guestTicket } from './guest-ticket.ts'
import { noteEndedAtDesk } from './sharing.ts'

/** A third person in the call, as who holds the consultation sees and asks for it. */
export function deskGuestRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(
    app,
    services,
    listGuestsAtDesk,
    async ({ id }, { db, caller, refuse }) => {
      const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const [items, actions] = await Promise.all([guestsOf(db, id, found.status), actionsOf(db, id)])
      const may = mayInvite(found.status, found.contactMethod, runningCall(actions)?.medium)
      return { items, mayInvite: found.heldByMe && may }
    },
    { topics: ({ id }) => [`consultation:${id}`] },
  )

  serve(app, services, inviteGuestAtDesk, async ({ id, kind, name }, { db, caller, refuse }) => {
    const found = await findForDesk(db, id, caller)
    const secret = newSecret()
    const { staffId } = caller
    const guestId = await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const medium = runningCall(locked.actions)?.medium
      if (!found || !mayInvite(locked.status, found.contactMethod, medium)) return refuse('NOT_NOW')
      const by = { by: 'clinician', staffId } as const
      const made = (await insertGuest(tx, id, { kind, name, secret }, by)) ?? refuse('GUEST_THERE')
      await notifyChanged(tx, topicsOf(locked))
      const subject = { kind: 'patient', id: locked.accountId } as const
      await audit(tx, secrets, {
        staffId,
        act: 'invite-guest',
        subject,
        detail: { consultation: id, guest: made, kind },
      })
      return made
    })
    return { id: guestId, secret }
  })

  serve(app, services, removeGuestAtDesk, async ({ id, guestId }, { db, caller, refuse }) => {
    const { staffId } = caller
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const done = (await endGuest(tx, id, guestId, 'clinician')) ?? refuse('GUEST_NOT_FOUND')
      if (done === 'again') return
      await noteEndedAtDesk(services, tx, guestId)
      await notifyChanged(tx, [...topicsOf(locked), `call:${id}`])
      const subject = { kind: 'patient', id: locked.accountId } as const
      await audit(tx, secrets, { staffId, act: 'remove-guest', subject, detail: { consultation: id, guest: guestId } })
    })
    return null
  })

  serve(app, services, createDeskGuestLegTicket, async ({ id, fingerprint }, { db, caller, refuse }) => {
    const { staffId: subjectId, sessionId } = caller
    return db.begin(async (tx) => {
      await lockHeld(tx, id, caller, refuse)
      const seat = { role: 'clinician', leg: 'clinician-guest', subjectId, sessionId } as const
      return (await guestTicket(services, tx, id, seat, fingerprint)) ?? refuse('NO_CALL')
    })
  })
}
