import { approveInvitation, declineInvitation } from '@cuida/core/access/team/team-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { holdActive } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { sendLink } from './invitation.ts'
import { endInvitation, lockWaiting, saveApproval } from './invitation-store.ts'

/** The second of two managers (docs/decisions/0061): nobody says yes to what they asked for themselves. */
export function answerRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, approveInvitation, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const { invitedBy } = await hold(tx, id, staffId, refuse)
      await saveApproval(tx, id, staffId)
      await sendLink(tx, id)
      await audit(tx, secrets, { staffId, act: 'approve-invitation', detail: { invitation: id, invitedBy } })
    })
    return null
  })

  serve(app, services, declineInvitation, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const { invitedBy } = await hold(tx, id, staffId, refuse)
      await endInvitation(tx, id, { is: 'declined', by: staffId, answer: reason })
      await audit(tx, secrets, { staffId, act: 'decline-invitation', reason, detail: { invitation: id, invitedBy } })
    })
    return null
  })
}

async function hold(
  tx: Tx,
  id: string,
  staffId: string,
  refuse: (code: 'INVITATION_NOT_FOUND' | 'OWN_INVITATION') => never,
): Promise<{ invitedBy: string }> {
  const waiting = await lockWaiting(tx, id, staffId)
  await holdActive(tx, staffId)
  if (!waiting) return refuse('INVITATION_NOT_FOUND')
  return waiting.invitedBy === staffId ? refuse('OWN_INVITATION') : waiting
}
