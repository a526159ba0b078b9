import { joinTeam, openInvitation } from '@cuida/core/access/team/team-api.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import { spendOrWork } from '../../kit/work/work.ts'
import type { Services } from '../../services.ts'
import { hashPassword } from '../passwords.ts'
import { endAll } from '../people/people-acts.ts'
import { JOININGS_OF_SECRET, JOININGS_OF_SOURCE, sourceOf, TRY_BITS } from '../rate-limits.ts'
import { openedSecret, stepOfCode, uriOfSecret } from '../security/totp.ts'
import {
  endInvitation,
  findBySecret,
  type Invitation,
  insertMember,
  type Joining,
  lockInvitation,
  renewMember,
} from './invitation-store.ts'

/**
 * By a link of the team. Forged, late, withdrawn, used and by somebody who is blocked are one answer after one look, and
 * nothing dear (a password's hash) is worked out for any of them.
 */
export function joinRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services
  const find = async (request: FastifyRequest, secret: string) => {
    const price = { about: `joining ${secret}`, bits: TRY_BITS }
    await spendOrWork(services, request, [[JOININGS_OF_SOURCE, sourceOf(request)]], price)
    await spend(db, secrets, JOININGS_OF_SECRET, secret)
    return findBySecret(db, secret)
  }

  serve(app, services, openInvitation, async ({ secret }, { request, refuse }) => {
    const { name, email, memberId, totpSecret } = (await find(request, secret)) ?? refuse('INVITATION_OVER')
    const key = openedSecret(secrets, totpSecret)
    const uri = uriOfSecret(key, { issuer: services.config.partnerName, label: email })
    return { name, email, isRenewal: memberId !== null, uri, key }
  })

  serve(app, services, joinTeam, async ({ secret, password, code }, { request, now, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new Invalid({ password: problem })
    const found = (await find(request, secret)) ?? refuse('INVITATION_OVER')
    const step = stepOfCode(secrets, found.totpSecret, code, now()) ?? refuse('WRONG_CODE')
    const joining = { passwordHash: await hashPassword(password), step }
    await db.begin(async (tx) => {
      const invitation = (await lockInvitation(tx, found)) ?? refuse('INVITATION_OVER')
      const staffId = (await take(tx, invitation, joining)) ?? refuse('INVITATION_OVER')
      const subject = { kind: 'staff', id: staffId } as const
      await audit(tx, secrets, { staffId, act: 'join-team', subject, detail: { invitation: invitation.id } })
    })
    return null
  })
}

/** Whose it is from now on. From here they sign in like everybody; a clinician is offered to patients. */
async function take(tx: Tx, invitation: Invitation, joining: Joining): Promise<string | undefined> {
  const { id, memberId, clinicianId } = invitation
  await endInvitation(tx, id, { is: 'accepted' })
  if (memberId) {
    await renewMember(tx, memberId, invitation, joining)
    await endAll(tx, { kind: 'staff', id: memberId }, 'password')
    return memberId
  }
  if (clinicianId) await notifyChanged(tx, [`clinician:${clinicianId}`, 'queue'])
  return insertMember(tx, invitation, joining)
}
