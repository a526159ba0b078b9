import { randomUUID } from 'node:crypto'
import {
  approveInvitation,
  declineInvitation,
  getTeam,
  inviteColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import { describe, expect, test } from 'vitest'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { ACTION_REASON, createManagerActions, insertManager, staffRef, tokenOf } from '../people/test-managers.ts'
import { purgeAccess } from '../purge-store.ts'
import { startOtherProcess } from '../test-other-process.ts'
import { readOutbox, runJobs } from '../test-people.ts'
import { inviteFirstManager } from './first-manager.ts'
import { clinicianProfileFor, createTeamActions, newEmail, signInAtDesk, totpCodeOf } from './test-team.ts'

const context = await createTestContext()
const second = closeAfterTests(await startOtherProcess(context))
const ines = await insertManager(context)
const laura = await insertManager(context)
const team = createTeamActions(context, ines)
const profile = await clinicianProfileFor(context)

const outside = () => `stranger-${randomUUID()}@correo.example`
const refused = (status: number, code: string) => ({ status, body: { code } })
const approve = (id: string, staff = laura, at: Pick<TestContext, 'sendCall'> = context) =>
  at.sendCall(approveInvitation, { id }, tokenOf(staff))
const decline = (id: string, staff = laura, reason = ACTION_REASON) =>
  context.sendCall(declineInvitation, { id, reason }, tokenOf(staff))
const withdraw = (id: string, staff = ines) => context.sendCall(withdrawInvitation, { id }, tokenOf(staff))
const seenBy = async (staff: TestClinician, id: string) =>
  (await context.sendCall(getTeam, {}, tokenOf(staff))).body.invitations.find((one) => one.id === id)
const acts = (id: string) =>
  withReasons(
    context.db,
    context.db`select act, reason, staff_id as by from audit where detail like ${`%${id}%`} order by seq`,
  )
const emailsTo = async (email: string) => {
  await runJobs(context)
  return (await readOutbox(context, email)).length
}

/** Ines invited a person at an address outside the clinic. */
async function createPendingInvitation(more: { profile?: typeof profile } = {}) {
  const email = outside()
  const { status, body } = await team.inviting(email, more)
  expect([status, body.waits]).toEqual([201, true])
  return { id: body.id, email }
}

describe('an invitation outside the clinic’s domain', () => {
  test.each([
    ['who is a manager', false],
    ['who is a clinician', true],
  ])('the e-mail to a person %s waits for another manager’s approval; then the person joins', async (_, givesCare) => {
    const { id, email } = await createPendingInvitation(givesCare ? { profile } : {})
    expect(await emailsTo(email)).toBe(0)
    expect(await seenBy(ines, id)).toMatchObject({ state: 'waiting', isMine: true, answeredBy: null })
    expect(await seenBy(laura, id)).toMatchObject({ state: 'waiting', isMine: false, invitedBy: 'Dra. Marta Ruiz' })
    expect((await approve(id)).status).toBe(204)
    const invitation = await seenBy(ines, id)
    expect(invitation).toMatchObject({ state: 'open', answeredBy: 'Dra. Marta Ruiz' })
    const days = (Date.parse(invitation?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(3)
    const secret = await team.secretFor(email)
    const { body } = await team.open(secret)
    expect((await team.join(secret, totpCodeOf(body.key))).status).toBe(204)
    expect(await signInAtDesk(context, email, totpCodeOf(body.key, 30))).toMatch(/\./)
  })

  test('an invitation without approval cannot be used, even with a guessed link', async () => {
    const { id } = await createPendingInvitation()
    const secret = context.services.secrets.derive('invitation', id)[0].toString('base64url')
    expect(await team.open(secret)).toMatchObject(refused(410, 'INVITATION_OVER'))
    expect(await team.join(secret, '000000')).toMatchObject(refused(410, 'INVITATION_OVER'))
  })

  test('an address of the clinic needs no approval', async () => {
    const { body } = await team.inviting(newEmail().toUpperCase())
    expect(body.waits).toBe(false)
    expect(await seenBy(laura, body.id)).toMatchObject({ state: 'open' })
    expect(await approve(body.id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
  })
})

describe('the second of two managers', () => {
  test('the inviter can withdraw but not approve; both names are in the audit', async () => {
    const { id, email } = await createPendingInvitation()
    expect(await approve(id, ines)).toMatchObject(refused(409, 'OWN_INVITATION'))
    expect(await decline(id, ines)).toMatchObject(refused(409, 'OWN_INVITATION'))
    expect(await withdraw(id, laura)).toMatchObject(refused(409, 'WAITS_FOR_YOU'))
    await approve(id)
    expect(await acts(id)).toEqual([
      { act: 'invite-staff', reason: null, by: ines.staffId },
      { act: 'approve-invitation', reason: null, by: laura.staffId },
    ])
    expect(await emailsTo(email)).toBe(1)
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('other managers, and nobody else, get an e-mail until there is a decision', async () => {
    const inbox = async ({ staffId }: TestClinician) => {
      const [member] = await context.db`select email from staff where id = ${staffId}`
      return (await readOutbox(context, member?.email)).map(({ text }) => text)
    }
    const before = await inbox(laura)
    const own = await inbox(ines)
    const { id, email } = await createPendingInvitation()
    const answered = await createPendingInvitation()
    expect((await decline(answered.id)).status).toBe(204)
    await runJobs(context)
    const messages = (await inbox(laura)).slice(0, -before.length || undefined)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain(`/desk/team/${id}`)
    expect(messages[0]).toContain(email)
    expect(await inbox(ines)).toEqual(own)
    const all = await context.db<{ email: string }[]>`select email from staff where role = 'clinician' limit 5`
    const result = (await Promise.all(all.map((one) => readOutbox(context, one.email)))).flat()
    expect(result.filter(({ text }) => text.includes(id))).toEqual([])
  })

  test('after a decline the clinician’s profile is kept for another request, for a week at most', async () => {
    const profileOf = async (clinicianId: string | null | undefined) =>
      (await context.sendCall(getTeam, {}, tokenOf(ines))).body.clinicians.find((one) => one.id === clinicianId)
    const fetchProfile = async (id: string) => profileOf((await seenBy(ines, id))?.clinicianId)
    const { id, email } = await createPendingInvitation({ profile })
    await decline(id)
    const savedProfile = await fetchProfile(id)
    expect(savedProfile).toMatchObject({ registrationNumber: profile.registrationNumber })
    const again = (await team.inviting(email, { profile })).body.id
    expect(await profileOf(savedProfile?.id)).toBeUndefined()
    await decline(again)
    const second = await fetchProfile(again)
    await purgeAccess(context.db)
    expect(await profileOf(second?.id)).toBeDefined()
    await context.db`update staff_invitation set created_at = created_at - interval '8 days', ended_at = ended_at - interval '8 days' where id = ${again}`
    await purgeAccess(context.db)
    expect(await profileOf(second?.id)).toBeUndefined()
    // Leaves the manager's rate limit to the following tests.
    await context.db`delete from rate_count`
  })

  test('a decline has a reason for the inviter; nobody joins, and the address is free again', async () => {
    const { id, email } = await createPendingInvitation({ profile })
    expect((await decline(id)).status).toBe(204)
    const result = { state: 'declined', answer: ACTION_REASON, answeredBy: 'Dra. Marta Ruiz' }
    expect(await seenBy(ines, id)).toMatchObject({ ...result, isMine: true })
    expect(await seenBy(laura, id)).toMatchObject(result)
    expect(await approve(id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    expect(await emailsTo(email)).toBe(0)
    expect((await acts(id)).at(-1)).toEqual({ act: 'decline-invitation', reason: ACTION_REASON, by: laura.staffId })
    expect((await team.inviting(email)).body.waits).toBe(true)
  })

  test('a decline without a reason is refused', async () => {
    const { id } = await createPendingInvitation()
    expect(await decline(id, laura, 'no')).toMatchObject(refused(400, 'INVALID'))
    expect(await seenBy(laura, id)).toMatchObject({ state: 'waiting' })
  })

  test('an unanswered invitation expires after a week, and its address is free', async () => {
    const { id, email } = await createPendingInvitation()
    await context.db`update staff_invitation set created_at = created_at - interval '7 days',
      expires_at = expires_at - interval '7 days' where id = ${id}`
    expect(await seenBy(ines, id)).toMatchObject({ state: 'over' })
    expect(await approve(id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    expect((await team.inviting(email)).status).toBe(201)
  })

  test('nothing can be approved after the inviter withdrew or was blocked', async () => {
    const withdrawnInvitation = await createPendingInvitation()
    expect((await withdraw(withdrawnInvitation.id)).status).toBe(204)
    expect(await approve(withdrawnInvitation.id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    const thief = await insertManager(context)
    const { body } = await team.inviting(outside(), {}, context, thief)
    await createManagerActions(context, laura).block(staffRef(thief))
    expect(await approve(body.id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
    // Any manager can withdraw the invitation of a blocked one.
    expect((await withdraw(body.id, laura)).status).toBe(204)
  })

  test('blocking the approving manager revokes the approval', async () => {
    const { id, email } = await createPendingInvitation()
    const thief = await insertManager(context)
    await approve(id, thief)
    const secret = await team.secretFor(email)
    await createManagerActions(context, laura).block(staffRef(thief))
    expect(await team.open(secret)).toMatchObject(refused(410, 'INVITATION_OVER'))
  })

  test('only an active manager can approve', async () => {
    const { id } = await createPendingInvitation()
    expect(await approve(id, await insertClinician(context))).toMatchObject(refused(403, 'NOT_ALLOWED'))
    const late = await insertManager(context)
    await context.sendCall(getTeam, {}, tokenOf(late))
    await context.db`update staff set status = 'blocked' where id = ${late.staffId}`
    expect((await approve(id, late)).status).toBe(401)
    expect(await seenBy(ines, id)).toMatchObject({ state: 'waiting' })
  })

  test('concurrent approvals in both processes send one e-mail and write one audit row', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => insertManager(context)))
    for (let round = 0; round < 3; round++) {
      const { id, email } = await createPendingInvitation()
      const result = await Promise.all(
        others.map((staff, at) => (at === 3 ? decline(id, staff) : approve(id, staff, at % 2 ? second : context))),
      )
      expect(result.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
      expect(await acts(id)).toHaveLength(2)
      expect(await emailsTo(email)).toBe((await seenBy(ines, id))?.state === 'open' ? 1 : 0)
    }
  })

  test('two managers who decide about each other’s invitations do not deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      const invitation = await createPendingInvitation()
      const hers = (await team.inviting(outside(), {}, context, laura)).body
      const result = await Promise.all([
        approve(invitation.id),
        approve(hers.id, ines),
        withdraw(invitation.id),
        withdraw(hers.id, laura),
      ])
      for (const { status } of result) expect([204, 404]).toContain(status)
    }
  })
})

describe('database constraints', () => {
  test('the database refuses self-approval, and a member without approval', async () => {
    const { id } = await createPendingInvitation()
    await expect(
      context.db`update staff_invitation set approved_at = now(), approved_by = invited_by where id = ${id}`,
    ).rejects.toThrow(/approved_by_another/)
    await expect(
      context.db`update staff_invitation set ended_at = now(), ended_as = 'accepted', totp_secret = null where id = ${id}`,
    ).rejects.toThrow(/accepted_with_approval/)
  })
})

describe('the address of a waiting invitation', () => {
  test('the address is taken for other invitations, also of the first manager', async () => {
    const { email } = await createPendingInvitation()
    expect(await team.inviting(email.toUpperCase())).toMatchObject(refused(409, 'EMAIL_TAKEN'))
    expect(await team.inviting(email, {}, context, laura)).toMatchObject(refused(409, 'EMAIL_TAKEN'))
  })
})

describe('a clinic with one manager', () => {
  test('the command line approves the invitation, and the clinician’s profile is kept', async () => {
    const { id, email } = await createPendingInvitation({ profile })
    const link = await inviteFirstManager(context.services, { name: 'Elena Prados', email })
    const secret = link.match(/#([\w-]{43})/)?.[1] ?? ''
    expect(await emailsTo(email)).toBe(0)
    expect(await seenBy(ines, id)).toMatchObject({ state: 'open', role: 'clinician' })
    const { body } = await team.open(secret)
    expect((await team.join(secret, totpCodeOf(body.key))).status).toBe(204)
  })
})

test('without a configured clinic domain a new manager waits and a clinician does not', async () => {
  const { config } = context.services
  const allowedDomains = config.allowedStaffDomains
  config.allowedStaffDomains = undefined
  try {
    expect((await team.inviting(newEmail())).body.waits).toBe(true)
    expect((await team.inviting(outside(), { profile })).body.waits).toBe(false)
    const both = { name: 'Elena', email: outside(), role: 'clinician-and-clinical-manager' as const, profile }
    expect((await context.sendCall(inviteColleague, both, tokenOf(ines))).body.waits).toBe(true)
  } finally {
    config.allowedStaffDomains = allowedDomains
  }
})
