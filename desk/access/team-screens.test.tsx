import {
  approveInvitation,
  declineInvitation,
  getTeam,
  inviteColleague,
  renewColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen, TEST_STAFF } from '../test-desk-screen.ts'
import { TeamList, TeamPage } from './team/TeamPage.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))
const REASON = 'They asked for it on the phone'

describe('the team page', () => {
  const member = (more: object = {}) => ({
    id: 'm-1',
    name: 'Juan',
    email: 'juan@vidaligera.example',
    role: 'clinical-manager',
    status: 'active',
    isLinkDue: false,
    clinicianId: null,
    ...more,
  })
  const invitation = (more: object = {}) => ({
    id: 'i-1',
    name: 'Eva',
    email: 'eva@elsewhere.example',
    role: 'clinical-manager',
    memberId: null,
    clinicianId: null,
    invitedAt: NOW,
    expiresAt: '2026-11-29T10:00:00Z',
    state: 'open',
    invitedBy: 'Marta',
    isMine: false,
    answeredBy: null,
    answer: null,
    ...more,
  })
  async function team({
    members = [member()],
    invitations = [invitation()],
    chosen = 'i-1' as string | undefined,
  } = {}) {
    const server = mockDeskServer()
    server.reply(getTeam, { members, invitations, clinicians: [], products: [], locales: ['es', 'en'] })
    for (const call of [approveInvitation, declineInvitation, withdrawInvitation, renewColleague])
      server.reply(call, {})
    server.reply(inviteColleague, { id: 'i-2', waits: true })
    return { server, page: await renderDeskScreen(<TeamPage selectedId={chosen} />, { at: `/team/${chosen}` }) }
  }
  const waiting = (more: object = {}) => ({ invitations: [invitation({ state: 'waiting', ...more })] })

  test('a second manager can approve or decline a waiting invitation', async () => {
    const { page, server } = await team(waiting())
    expect(page.buttons()).toEqual(expect.arrayContaining([t('desk.team.approve'), t('desk.team.decline')]))
    expect(page.buttons()).not.toContain(t('desk.team.withdraw'))
    await page.click(t('desk.team.approve'))
    expect(server.requestsTo(approveInvitation).map(({ path }) => path)).toEqual([
      '/v1/desk/team/invitations/i-1/approval',
    ])
  })
  test('declining an invitation needs a reason', async () => {
    const { page, server } = await team(waiting())
    await page.click(t('desk.team.decline'))
    await page.click(t('desk.team.decline'))
    expect(server.requestsTo(declineInvitation)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(t('desk.team.decline'))
    expect(server.requestsTo(declineInvitation)).toMatchObject([
      { path: '/v1/desk/team/invitations/i-1/decline', body: { reason: REASON } },
    ])
  })
  test('the requesting manager can only withdraw the invitation', async () => {
    const { page, server } = await team(waiting({ isMine: true }))
    expect(page.buttons()).not.toContain(t('desk.team.approve'))
    await page.click(t('desk.team.withdraw'))
    expect(server.requestsTo(withdrawInvitation).map(({ path }) => path)).toEqual(['/v1/desk/team/invitations/i-1'])
  })
  test.each([
    ['open', [true, true]],
    ['over', [true, true]],
    ['declined', [true, false]],
    ['waiting', [false, false]],
  ] as const)('an invitation that is %s has the actions [invite again, withdraw] %j', async (state, actions) => {
    const { page } = await team({ invitations: [invitation({ state, answeredBy: 'Juan', answer: 'No' })] })
    const has = (key: string) => page.buttons().includes(t(key))
    expect([has('desk.team.again'), has('desk.team.withdraw')]).toEqual(actions)
    expect(page.buttons()).not.toContain(t('desk.team.renew'))
  })
  test('a member whose access is renewed is not invited again: the page links to the member', async () => {
    const { page } = await team({ invitations: [invitation({ memberId: 'm-1' })] })
    expect(page.buttons()).not.toContain(t('desk.team.again'))
    await page.click(t('desk.team.toMember'))
    expect(currentAddress()).toBe('/desk/team/m-1')
  })
  test('a member’s access is renewed by a link and with a reason, unless the member is the manager or is blocked', async () => {
    const { page, server } = await team({ chosen: 'm-1' })
    await page.click(t('desk.team.renew'))
    await page.fill(/./, REASON)
    await page.click(t('desk.team.renew'))
    expect(server.requestsTo(renewColleague)).toMatchObject([
      { path: '/v1/desk/team/members/m-1/renewal', body: { reason: REASON } },
    ])
    await page.unmount()
    for (const more of [{ id: TEST_STAFF.id }, { status: 'blocked' }]) {
      const one = member(more)
      const { page: other } = await team({ members: [one], chosen: one.id })
      expect(other.buttons()).not.toContain(t('desk.team.renew'))
      await other.unmount()
    }
  })
  test('inviting a manager from another domain announces that a second approval is needed', async () => {
    const { page, server } = await team({ chosen: 'new' })
    await page.fill(t('desk.team.name'), 'Eva Gil')
    await page.click(t('desk.people.role.clinical-manager'))
    await page.fill(t('desk.people.email'), 'eva@vidaligera.example')
    expect(page.hasMessage('desk.team.waitsTitle')).toBe(false)
    await page.fill(t('desk.people.email'), 'eva@elsewhere.example')
    expect(page.hasMessage('desk.team.waitsTitle')).toBe(true)
    await page.click(t('desk.team.ask'))
    expect(server.requestsTo(inviteColleague)).toMatchObject([
      { body: { email: 'eva@elsewhere.example', role: 'clinical-manager' } },
    ])
    expect(currentAddress()).toBe('/desk/team/i-2')
  })
  test('an unknown member shows a message', async () =>
    expect((await team({ chosen: 'x' })).page.hasMessage('desk.team.gone')).toBe(true))
  test('the list marks invitations to approve, blocked members and expired links', async () => {
    const server = mockDeskServer()
    const members = [member({ isLinkDue: true }), member({ id: 'm-2', status: 'blocked', isLinkDue: true })]
    server.reply(getTeam, { members, invitations: [], clinicians: [], products: [], locales: [] })
    const page = await renderDeskScreen(<TeamList selectedId={undefined} />, { at: '/team' })
    expect(page.hasMessage('desk.team.noInvitations')).toBe(true)
    expect(page.text().split(t('desk.team.linkDue'))).toHaveLength(2)
    expect(page.hasMessage('desk.people.status.blocked')).toBe(true)
  })
})
