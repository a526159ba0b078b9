import { randomUUID } from 'node:crypto'
import { staffLogin, staffMe, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import { getTeam, withdrawInvitation } from '@cuida/core/access/team/team-api.ts'
import { describe, expect, test, vi } from 'vitest'
import { withReasons } from '../../testing/test-audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { ACTION_REASON, createManagerActions, insertManager, staffRef, tokenOf } from '../people/test-managers.ts'
import { newClientAddress, PASSWORD } from '../test-people.ts'
import { createTeamActions, newEmail, signInAtDesk, totpCodeOf } from './test-team.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const context = await createTestContext()
const manager = await insertManager(context)
const team = createTeamActions(context, manager)

const fetchTeam = async (staff = manager) => (await context.sendCall(getTeam, {}, tokenOf(staff))).body
const withdraw = (id: string, staff = manager) => context.sendCall(withdrawInvitation, { id }, tokenOf(staff))
const acts = (id: string) =>
  withReasons(
    context.db,
    context.db`select act, reason, staff_id from audit where detail like ${`%${id}%`} order by seq`,
  )
const refused = (status: number, code: string) => ({ status, body: { code } })
const memberOf = async (id: string) => (await fetchTeam()).members.find((one) => one.id === id)
async function joined() {
  const { email, secret, key } = await team.invited()
  await team.join(secret, totpCodeOf(key))
  const [row] = await context.db`select id from staff where email = ${email}`
  return { id: String(row?.id), email, secret, key }
}
/** The token of a session from a concurrent sign-in. */
const overtaking = async (staffId: string) => {
  const [row] = await context.db`insert into session (staff_id) values (${staffId}) returning id`
  return context.services.tokens.sign('staff', { subject: staffId, sessionId: String(row?.id) })
}

describe('renewing a member’s access', () => {
  test('a renewal ends the member’s sessions at once, with a reason in the audit', async () => {
    const member = await insertManager(context)
    expect((await fetchTeam(member)).members.length).toBeGreaterThan(0)
    const { status, body } = await team.renewing(member.staffId)
    expect(status).toBe(201)
    await expect.poll(async () => (await context.sendCall(getTeam, {}, tokenOf(member))).status).toBe(401)
    expect((await fetchTeam()).invitations.find(({ id }) => id === body.id)).toMatchObject({ memberId: member.staffId })
    const [row] = await createManagerActions(context, manager).recordOf(member.staffId)
    expect(row).toMatchObject({ act: 'renew-staff', reason: ACTION_REASON })
    // The next manager sees it before acting.
    const { body: person } = await createManagerActions(context, manager).see(staffRef(member))
    expect(person.actions).toMatchObject([{ act: 'renew-staff', reason: ACTION_REASON }])
  })

  test('a renewal disables the previous credentials until the invitation is withdrawn', async () => {
    const { id, email, secret, key } = await joined()
    const before = await signInAtDesk(context, email, totpCodeOf(key, 30))
    const { body } = await team.renewing(id)
    expect((await memberOf(id))?.isLinkDue).toBe(true)
    // Only after the right password: other clients learn nothing.
    expect(
      await context.sendCall(staffLogin, { email, password: PASSWORD }, { from: newClientAddress() }),
    ).toMatchObject(refused(403, 'LINK_DUE'))
    expect(
      await context.sendCall(staffLogin, { email, password: 'Otra-Clave-9' }, { from: newClientAddress() }),
    ).toMatchObject(refused(400, 'WRONG_CREDENTIALS'))
    expect((await withdraw(body.id)).status).toBe(204)
    expect((await memberOf(id))?.isLinkDue).toBe(false)
    expect(await team.open(secret)).toMatchObject(refused(410, 'INVITATION_OVER'))
    expect(
      (await context.sendCall(staffLogin, { email, password: PASSWORD }, { from: newClientAddress() })).status,
    ).toBe(200)
    // Sessions that were open then stay ended.
    expect((await context.sendCall(staffMe, {}, { token: before })).status).toBe(401)
    expect((await acts(body.id)).map(({ act }) => act)).toEqual(['renew-staff', 'withdraw-invitation'])
  })

  test('a concurrent sign-in, before its code or with a new session, is refused', async () => {
    const { id, email, key } = await joined()
    const { body: half } = await context.sendCall(
      staffLogin,
      { email, password: PASSWORD },
      { from: newClientAddress() },
    )
    const { body } = await team.renewing(id)
    expect(
      await context.sendCall(verifyStaffTotp, { code: totpCodeOf(key, 30) }, { token: half.accessToken }),
    ).toMatchObject(refused(403, 'LINK_DUE'))
    const token = await overtaking(id)
    expect((await context.sendCall(staffMe, {}, { token })).status).toBe(401)
    await withdraw(body.id)
    expect((await context.sendCall(staffMe, {}, { token })).status).toBe(401)
  })

  test('an expired link is refused, and another one works', async () => {
    const { id, email } = await joined()
    const { body } = await team.renewing(id)
    await context.db`
      update staff_invitation set created_at = created_at - interval '4 days', expires_at = expires_at - interval '4 days'
      where id = ${body.id}`
    expect(
      await context.sendCall(staffLogin, { email, password: PASSWORD }, { from: newClientAddress() }),
    ).toMatchObject(refused(403, 'LINK_DUE'))
    await team.renewing(id)
    const again = await team.secretFor(email)
    const { body: opened } = await team.open(again)
    expect((await team.join(again, totpCodeOf(opened.key))).status).toBe(204)
    expect((await memberOf(id))?.isLinkDue).toBe(false)
    const token = await signInAtDesk(context, email, totpCodeOf(opened.key, 30))
    expect((await context.sendCall(staffMe, {}, { token })).status).toBe(200)
  })

  test('a manager under renewal manages nothing meanwhile, even in another process with a cached session', async () => {
    const late = await insertManager(context)
    const invitation = (await team.inviting(newEmail())).body.id
    await fetchTeam(late)
    await context.db`update staff set link_due_since = clock_timestamp() where id = ${late.staffId}`
    expect((await team.inviting(newEmail(), {}, context, late)).status).toBe(401)
    expect((await withdraw(invitation, late)).status).toBe(401)
    const member = await insertManager(context)
    const { body } = await team.renewing(member.staffId)
    expect((await withdraw(body.id, late)).status).toBe(401)
    expect((await team.renewing(member.staffId, late)).status).toBe(401)
  })

  test('a second link invalidates the first', async () => {
    const member = await insertManager(context)
    const { body: first } = await team.renewing(member.staffId)
    const { body: then } = await team.renewing(member.staffId)
    const memberInvitations = (await fetchTeam()).invitations.filter(({ memberId }) => memberId === member.staffId)
    expect(memberInvitations.map(({ id }) => id)).toEqual([then.id])
    expect(await withdraw(first.id)).toMatchObject(refused(404, 'INVITATION_NOT_FOUND'))
  })

  test('oneself, blocked members and unknown members are refused', async () => {
    expect(await team.renewing(manager.staffId)).toMatchObject(refused(409, 'NOT_YOURSELF'))
    const blocked = await insertManager(context)
    await createManagerActions(context, manager).block(staffRef(blocked))
    expect(await team.renewing(blocked.staffId)).toMatchObject(refused(404, 'PERSON_NOT_FOUND'))
    expect(await team.renewing(randomUUID())).toMatchObject(refused(404, 'PERSON_NOT_FOUND'))
  })
})
