import { randomUUID } from 'node:crypto'
import { needsSecondManager } from '@cuida/core/access/team/second-manager.ts'
import {
  approveInvitation,
  type ClinicianProfile,
  changeClinician,
  declineInvitation,
  getTeam,
  inviteColleague,
  joinTeam,
  openInvitation,
  renewColleague,
} from '@cuida/core/access/team/team-api.ts'
import { isTimeZone } from '@cuida/core/kit/zone.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { consumeWithProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { deletePasskeysOf } from '../passkey/passkey-store.ts'
import { hashPassword } from '../passwords.ts'
import { endAllSessions, lockTarget } from '../people/person-actions.ts'
import {
  clientAddressOf,
  EXTRA_TRY_BITS,
  INVITATIONS_OF_STAFF,
  JOININGS_OF_SECRET,
  JOININGS_PER_ADDRESS,
} from '../rate-limits.ts'
import { secretText, stepOfCode, uriOfSecret } from '../security/totp.ts'
import { setLinkDue } from '../staff-store.ts'
import { findProfiles, insertProfile, lockProfile, saveProfile } from './clinician-profile-store.ts'
import { invite, requestApproval, sendLink } from './invitation.ts'
import {
  endInvitation,
  findBySecret,
  findInvitations,
  findMember,
  findMembers,
  type Invitation,
  insertMember,
  lockInvitation,
  lockWaitingInvitation,
  type NewCredentials,
  renewMember,
  saveApproval,
} from './invitation-store.ts'
import { withdrawRoute } from './team-withdrawal.ts'

/** Members of staff and their invitations, for clinical managers (docs/decisions/0061). */
export function teamRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, getTeam, async (_, { db, caller: { staffId }, locale }) => {
    const [members, invitations, clinicians, products] = await Promise.all([
      findMembers(db),
      findInvitations(db, staffId),
      findProfiles(db),
      givenProducts(services, locale),
    ])
    return { members, invitations, clinicians, products, locales: services.config.languages }
  })

  serve(app, services, inviteColleague, async (input, { db, caller: { staffId }, locale, refuse }) => {
    const { name, email, role, profile } = input
    const givesCare = role !== 'clinical-manager'
    if (givesCare && !profile) return refuse('PROFILE_MISSING')
    if (!givesCare && profile) throw new InvalidInput({ profile: 'NOT_ALLOWED' })
    const problem = profile && (await profileProblem(services, profile, locale))
    if (problem) return refuse(problem)
    await consumeRateLimit(db, secrets, INVITATIONS_OF_STAFF, staffId)
    const waits = needsSecondManager({ email, role }, services.config.allowedStaffDomains ?? undefined)
    return db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const clinicianId = profile ? randomUUID() : null
      if (profile && clinicianId) await insertProfile(tx, clinicianId, profile)
      const invited = { name, email, role, clinicianId, memberId: null, invitedBy: staffId, needsSecond: waits }
      const id = (await invite(services, tx, invited)) ?? refuse('EMAIL_TAKEN')
      await (waits ? requestApproval(tx, id, staffId) : sendLink(tx, id))
      await audit(tx, secrets, { staffId, act: 'invite-staff', detail: { invitation: id, role, clinicianId, waits } })
      return { id, waits }
    })
  })

  renewalRoute(app, services)

  serve(app, services, changeClinician, async ({ id, ...profile }, { db, caller: { staffId }, locale, refuse }) => {
    const [before] = await findProfiles(db, id)
    if (!before) return refuse('CLINICIAN_NOT_FOUND')
    const problem = await profileProblem(services, profile, locale, before.products)
    if (problem) return refuse(problem)
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await lockProfile(tx, id))) refuse('CLINICIAN_NOT_FOUND')
      await saveProfile(tx, id, profile)
      const subject = { kind: 'clinician', id } as const
      const detail = { products: profile.products }
      await audit(tx, services.secrets, { staffId, act: 'change-clinician', subject, detail })
      await notifyChanged(tx, [`clinician:${id}`, 'queue'])
    })
    return null
  })

  withdrawRoute(app, services)
  answerRoutes(app, services)
}

/** Products that a clinician can be given now. */
async function givenProducts({ content }: Services, locale: string): Promise<{ id: string; name: string }[]> {
  const products: { id: string; name: string; active: boolean }[] = content.products(locale)
  return products.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
}

/** `given`: the products of the profile so far, which may stay although they are no longer sold. */
async function profileProblem(
  services: Services,
  { timeZone, products }: ClinicianProfile,
  locale: string,
  currentProductIds: readonly string[] = [],
): Promise<'UNKNOWN_TIME_ZONE' | 'PRODUCT_NOT_FOUND' | undefined> {
  if (!isTimeZone(timeZone)) return 'UNKNOWN_TIME_ZONE'
  const known = new Set([...currentProductIds, ...(await givenProducts(services, locale)).map(({ id }) => id)])
  return products.every((id) => known.has(id)) ? undefined : 'PRODUCT_NOT_FOUND'
}

/**
 * Renews a member's access after a lost phone or password: ends all sessions and lets the member in by a link only,
 * so that the holder of the old phone stays out; passkeys are removed. A blocked member is refused.
 */
function renewalRoute(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, renewColleague, async ({ id: memberId, reason }, { db, caller: { staffId }, refuse }) => {
    await consumeRateLimit(db, secrets, INVITATIONS_OF_STAFF, staffId)
    return db.begin(async (tx) => {
      const subject = { kind: 'staff', id: memberId } as const
      await lockTarget(tx, staffId, subject, refuse)
      const member = await findMember(tx, memberId)
      if (member?.status !== 'active') return refuse('PERSON_NOT_FOUND')
      const { name, email, role, clinicianId } = member
      // An existing member keeps address and role, so no second manager is needed.
      const invited = { name, email, role, clinicianId, memberId, invitedBy: staffId, needsSecond: false }
      const invitation = await invite(services, tx, invited)
      // No other invitation can have a member's address, so the address cannot be taken here.
      if (!invitation) return refuse('PERSON_NOT_FOUND')
      await setLinkDue(tx, memberId, true)
      const { ended } = await endAllSessions(tx, subject, 'staff')
      const passkeys = await deletePasskeysOf(tx, { staffId: memberId })
      await sendLink(tx, invitation)
      await audit(tx, secrets, {
        staffId,
        act: 'renew-staff',
        subject,
        reason,
        detail: { invitation, ended, passkeys },
      })
      return { id: invitation }
    })
  })
}

/** The decision of a second manager (docs/decisions/0061): nobody approves their own request. */
function answerRoutes(app: FastifyInstance, services: Services): void {
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
  const waiting = await lockWaitingInvitation(tx, id, staffId)
  await lockActiveStaff(tx, staffId)
  if (!waiting) return refuse('INVITATION_NOT_FOUND')
  return waiting.invitedBy === staffId ? refuse('OWN_INVITATION') : waiting
}

/**
 * Joining by an invitation link. Forged, expired, withdrawn and used links, and those of blocked people, get the same
 * answer after one query; no password is hashed for them.
 */
export function joinRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services
  const find = async (request: FastifyRequest, secret: string) => {
    const price = { about: `joining ${secret}`, bits: EXTRA_TRY_BITS }
    await consumeWithProofOfWork(services, request, [[JOININGS_PER_ADDRESS, clientAddressOf(request)]], price)
    await consumeRateLimit(db, secrets, JOININGS_OF_SECRET, secret)
    return findBySecret(db, secret)
  }

  serve(app, services, openInvitation, async ({ secret }, { request, refuse }) => {
    const { name, email, memberId, totpSecret } = (await find(request, secret)) ?? refuse('INVITATION_OVER')
    const key = secretText(secrets, totpSecret)
    const uri = uriOfSecret(key, { issuer: services.config.partnerName, label: email })
    return { name, email, isRenewal: memberId !== null, uri, key }
  })

  serve(app, services, joinTeam, async ({ secret, password, code }, { request, now, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new InvalidInput({ password: problem })
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

/** Creates or renews the member. From here the member signs in as usual, and a clinician is offered to patients. */
async function take(tx: Tx, invitation: Invitation, joining: NewCredentials): Promise<string | undefined> {
  const { id, memberId, clinicianId } = invitation
  await endInvitation(tx, id, { is: 'accepted' })
  if (memberId) {
    await renewMember(tx, memberId, invitation, joining)
    await endAllSessions(tx, { kind: 'staff', id: memberId }, 'password')
    return memberId
  }
  if (clinicianId) await notifyChanged(tx, [`clinician:${clinicianId}`, 'queue'])
  return insertMember(tx, invitation, joining)
}
