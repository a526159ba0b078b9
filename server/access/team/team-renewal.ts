import { renewColleague } from '@cuida/core/access/team/team-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { endAll, lockTarget } from '../people/people-acts.ts'
import { INVITATIONS_OF_STAFF } from '../rate-limits.ts'
import { setLinkDue } from '../staff-store.ts'
import { invite, sendLink } from './invitation.ts'
import { findMember } from './team-store.ts'

/**
 * Another phone, a forgotten password: out at once, and in again by a link alone, as whoever has the phone now must not be.
 * Who is blocked works here no more.
 */
export function renewalRoute(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, renewColleague, async ({ id: memberId, reason }, { db, caller: { staffId }, refuse }) => {
    await spend(db, secrets, INVITATIONS_OF_STAFF, staffId)
    return db.begin(async (tx) => {
      const subject = { kind: 'staff', id: memberId } as const
      await lockTarget(tx, staffId, subject, refuse)
      const member = await findMember(tx, memberId)
      if (member?.status !== 'active') return refuse('PERSON_NOT_FOUND')
      const { name, email, role, clinicianId } = member
      // Of who works here already: address and role stay as another invitation made them.
      const invited = { name, email, role, clinicianId, memberId, invitedBy: staffId, needsSecond: false }
      const invitation = await invite(services, tx, invited)
      // Nobody else can be invited with a member's address.
      if (!invitation) return refuse('PERSON_NOT_FOUND')
      await setLinkDue(tx, memberId, true)
      const ended = await endAll(tx, subject, 'staff')
      await sendLink(tx, invitation)
      await audit(tx, secrets, { staffId, act: 'renew-staff', subject, reason, detail: { invitation, ended } })
      return { id: invitation }
    })
  })
}
