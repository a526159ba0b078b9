import { withdrawInvitation } from '@cuida/core/access/team/team-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { lockPeople } from '../people/people-store.ts'
import { endAllSessions } from '../people/person-actions.ts'
import { setLinkDue } from '../staff-store.ts'
import { endInvitation, findRenewedMember, lockWaitingInvitation } from './invitation-store.ts'

/**
 * Invalidates a link. For a member whose access was to be renewed, the previous password and authenticator work
 * again.
 */
export function withdrawRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, withdrawInvitation, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const memberId = await findRenewedMember(tx, id)
      const waitsForThem = await hold(tx, id, staffId, memberId)
      if (waitsForThem) refuse('WAITS_FOR_YOU')
      if (!(await endInvitation(tx, id, { is: 'withdrawn' }))) refuse('INVITATION_NOT_FOUND')
      if (memberId) {
        await setLinkDue(tx, memberId, false)
        // A sign-in concurrent with the renewal may have left a session open.
        await endAllSessions(tx, { kind: 'staff', id: memberId }, 'staff')
      }
      const detail = { invitation: id, ...(memberId ? { memberId } : {}) }
      await audit(tx, services.secrets, { staffId, act: 'withdraw-invitation', detail })
    })
    return null
  })
}

/**
 * Locks people first, in the order of blocking, renewing and joining. Returns whether the invitation waits for the
 * decision of this manager.
 */
async function hold(tx: Tx, id: string, staffId: string, memberId: string | undefined): Promise<boolean> {
  if (memberId) {
    const locked = await lockPeople(tx, staffId, { kind: 'staff', id: memberId })
    if (!locked?.managerIsActive) throw new Unauthorized()
    return false
  }
  const waiting = await lockWaitingInvitation(tx, id, staffId)
  await lockActiveStaff(tx, staffId)
  return waiting !== undefined && waiting.invitedBy !== staffId
}
