import { guestLinkState, mayInvite } from '@cuida/core/care/guest/guest.ts'
import {
  agreeToGuest,
  createDeskGuestConnectionTicket,
  createGuestConnectionTicket,
  createGuestTicket,
  type GuestCall,
  inviteGuest,
  inviteGuestAtDesk,
  listGuests,
  listGuestsAtDesk,
  readGuestLink,
  removeGuest,
  removeGuestAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionsOf } from '../../consultation/action-store.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { type FoundConsultation, findConsultation } from '../../consultation/consultation-store.ts'
import { audit } from '../../kit/audit.ts'
import { randomKey } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { RateLimit } from '../../kit/limit/rate-limit.ts'
import { consumePerAddress } from '../../kit/proof-of-work/proof-of-work.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { callIdOf, findRunningCall, type RunningCall } from '../call/call-store.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import {
  claimGuestLink,
  endGuest,
  type FoundGuest,
  findGuest,
  guestsOf,
  insertGuest,
  saveConsent,
} from './guest-store.ts'
import { issueGuestTicket, prepareGuestConsent, recordConsentEndedAtDesk } from './sharing.ts'

/**
 * Enough for a few guests behind one address whose pages poll every three seconds. It cannot help to guess a secret.
 */
const LINKS_PER_ADDRESS: RateLimit = { name: 'guest links source', most: 150, seconds: 60 }

/** Routes of a guest's link, without an account: the appointment, the inviter and a ticket for the call. */
export function guestLinkRoutes(app: FastifyInstance, services: Services): void {
  const { db, now } = services
  const spendOne = (request: FastifyRequest) => consumePerAddress(services, request, LINKS_PER_ADDRESS)

  serve(app, services, readGuestLink, async ({ secret }, { request, refuse }) => {
    await spendOne(request)
    const found = await findGuest(db, secret)
    const linkState = found ? guestLinkState(found, found, now()) : 'closed'
    if (!found || linkState === 'closed') return refuse('GUEST_LINK_OVER')
    const call = linkState === 'open' ? findRunningCall(await actionsOf(db, found.consultationId)) : undefined
    return answerOf(found, linkState, call)
  })

  serve(
    app,
    services,
    createGuestTicket,
    async ({ secret, name, connection, page, fingerprint }, { request, refuse }) => {
      await spendOne(request)
      const found = await findGuest(db, secret)
      if (!found || guestLinkState(found, found, now()) === 'closed') return refuse('GUEST_LINK_OVER')
      if (guestLinkState(found, found, now()) !== 'open') return refuse('NO_CALL')
      return db.begin(async (tx) => {
        // Revoking the invitation takes the same lock, so a revoked guest gets no ticket.
        await lockConsultation(tx, found.consultationId)
        const participant = { role: 'guest', connection, subjectId: found.id, sessionId: null } as const
        const ticket =
          (await issueGuestTicket(services, tx, found.consultationId, participant, fingerprint)) ?? refuse('NO_CALL')
        if (!(await claimGuestLink(tx, found.id, page, name))) refuse('GUEST_INSIDE')
        return ticket
      })
    },
  )
}

function answerOf(found: FoundGuest, linkState: 'asked' | 'early' | 'open', call: RunningCall | undefined): GuestCall {
  const { kind, name, invitedBy, startTime } = found
  const on = call?.medium === 'video' ? call : undefined
  return {
    invitedBy,
    kind,
    name,
    startTime: startTime?.toISOString() ?? null,
    state: linkState === 'open' ? (on ? 'on' : 'waiting') : linkState,
    clinician: on ? found.clinician : null,
    patient: on ? found.patient : null,
    callId: on ? callIdOf(on.actionId) : null,
  }
}

const SECRET_BITS = 256
export const newSecret = () => randomKey(SECRET_BITS)

type NotFound = (code: 'CONSULTATION_NOT_FOUND') => never

/** A consultation of the caller or a dependant. */
async function ownConsultation(sql: Sql, id: string, accountId: string, refuse: NotFound): Promise<FoundConsultation> {
  const found = await findConsultation(sql, id)
  if (!found || !(await patientOf(sql, accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
  return found
}

/** The patient invites, approves and removes a guest. */
export function guestRoutes(app: FastifyInstance, services: Services): void {
  inviteRoutes(app, services)

  serve(app, services, agreeToGuest, async ({ id, guestId }, { db, caller, locale, refuse }) => {
    const found = await ownConsultation(db, id, caller.accountId, refuse)
    const note = await prepareGuestConsent(services, found, { ...caller, locale })
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const medium = findRunningCall(locked.actions)?.medium
      if (!mayInvite(locked.status, found.preferredContactMethod, medium)) refuse('NOT_NOW')
      if (!(await saveConsent(tx, id, guestId, caller.accountId))) refuse('GUEST_NOT_FOUND')
      await note(tx, guestId, 'asked')
      await notifyChanged(tx, topicsOf(locked))
    })
    return null
  })

  serve(app, services, removeGuest, async ({ id, guestId }, { db, caller, locale, refuse }) => {
    const found = await ownConsultation(db, id, caller.accountId, refuse)
    const note = await prepareGuestConsent(services, found, { ...caller, locale })
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      if (!(await endGuest(tx, id, guestId, 'patient'))) refuse('GUEST_NOT_FOUND')
      await note(tx, guestId, 'ended')
      await notifyChanged(tx, [...topicsOf(locked), `call:${id}`])
    })
    return null
  })

  serve(app, services, createGuestConnectionTicket, async ({ id, fingerprint }, { db, caller, refuse }) => {
    await ownConsultation(db, id, caller.accountId, refuse)
    const { accountId: subjectId, sessionId } = caller
    const participant = { role: 'patient', connection: 'patient-guest', subjectId, sessionId } as const
    return (await issueGuestTicket(services, db, id, participant, fingerprint)) ?? refuse('NO_CALL')
  })
}

function inviteRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, inviteGuest, async ({ id, kind, name }, { db, caller, locale, refuse }) => {
    const found = await ownConsultation(db, id, caller.accountId, refuse)
    const note = await prepareGuestConsent(services, found, { ...caller, locale })
    const secret = newSecret()
    const guestId = await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const medium = findRunningCall(locked.actions)?.medium
      if (!mayInvite(locked.status, found.preferredContactMethod, medium)) refuse('NOT_NOW')
      const by = { by: 'patient', accountId: caller.accountId } as const
      const guestId = (await insertGuest(tx, id, { kind, name, secret }, by)) ?? refuse('GUEST_THERE')
      await note(tx, guestId, 'invited')
      await notifyChanged(tx, topicsOf(locked))
      return guestId
    })
    return { id: guestId, secret }
  })

  serve(
    app,
    services,
    listGuests,
    async ({ id }, { db, caller, refuse }) => {
      const found = await ownConsultation(db, id, caller.accountId, refuse)
      const [items, actions] = await Promise.all([guestsOf(db, id, found.status), actionsOf(db, id)])
      const medium = findRunningCall(actions)?.medium
      return { items, mayInvite: mayInvite(found.status, found.preferredContactMethod, medium) }
    },
    { topics: ({ id }) => [`consultation:${id}`] },
  )
}

/** The clinician who holds the consultation sees, requests and removes guests. */
export function deskGuestRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(
    app,
    services,
    listGuestsAtDesk,
    async ({ id }, { db, caller, refuse }) => {
      const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const [items, actions] = await Promise.all([guestsOf(db, id, found.status), actionsOf(db, id)])
      const may = mayInvite(found.status, found.contactMethod, findRunningCall(actions)?.medium)
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
      const medium = findRunningCall(locked.actions)?.medium
      if (!found || !mayInvite(locked.status, found.contactMethod, medium)) return refuse('NOT_NOW')
      const by = { by: 'clinician', staffId } as const
      const guestId = (await insertGuest(tx, id, { kind, name, secret }, by)) ?? refuse('GUEST_THERE')
      await notifyChanged(tx, topicsOf(locked))
      const subject = { kind: 'patient', id: locked.accountId } as const
      await audit(tx, secrets, {
        staffId,
        act: 'invite-guest',
        subject,
        detail: { consultation: id, guest: guestId, kind },
      })
      return guestId
    })
    return { id: guestId, secret }
  })

  serve(app, services, removeGuestAtDesk, async ({ id, guestId }, { db, caller, refuse }) => {
    const { staffId } = caller
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const done = (await endGuest(tx, id, guestId, 'clinician')) ?? refuse('GUEST_NOT_FOUND')
      if (done === 'again') return
      await recordConsentEndedAtDesk(services, tx, guestId)
      await notifyChanged(tx, [...topicsOf(locked), `call:${id}`])
      const subject = { kind: 'patient', id: locked.accountId } as const
      await audit(tx, secrets, { staffId, act: 'remove-guest', subject, detail: { consultation: id, guest: guestId } })
    })
    return null
  })

  serve(app, services, createDeskGuestConnectionTicket, async ({ id, fingerprint }, { db, caller, refuse }) => {
    const { staffId: subjectId, sessionId } = caller
    return db.begin(async (tx) => {
      await lockHeld(tx, id, caller, refuse)
      const participant = { role: 'clinician', connection: 'clinician-guest', subjectId, sessionId } as const
      return (await issueGuestTicket(services, tx, id, participant, fingerprint)) ?? refuse('NO_CALL')
    })
  })
}
