import {
  blockPerson,
  endPersonSessions,
  getPerson,
  searchPeople,
  unblockPerson,
} from '@cuida/core/access/people/people-api.ts'
import {
  endMyDeskSession,
  endMyOtherDeskSessions,
  myDeskSessions,
  staffLogin,
  verifyStaffTotp,
} from '@cuida/core/access/team/staff-api.ts'
import { joinTeam, openInvitation } from '@cuida/core/access/team/team-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { PeopleList } from './people/PeopleList.tsx'
import { PersonDetail } from './people/PersonDetail.tsx'
import { JoinScreen } from './registration/JoinScreen.tsx'
import { OwnSessions } from './session/OwnSessions.tsx'
import { SignInScreen } from './sign-in/SignInScreen.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))
const REASON = 'They asked for it on the phone'

describe('the page of a person', () => {
  const session = {
    id: 's-1',
    startedAt: NOW,
    lastSeenAt: NOW,
    endedAt: null,
    endReason: null,
    device: null,
    network: null,
  }
  const PERSON = {
    kind: 'patient',
    id: 'p-1',
    name: 'Ana Ruiz',
    hint: '678',
    status: 'active',
    email: 'ana@example.com',
    phone: '+34612345678',
    locale: 'es',
    role: null,
    dependants: 0,
    createdAt: NOW,
    isMe: false,
    sessions: [session],
    failures: [],
    actions: [],
  }
  async function person(more: object = {}) {
    const server = mockDeskServer()
    const all = { ...PERSON, ...more }
    server.reply(getPerson, all)
    for (const call of [blockPerson, unblockPerson, endPersonSessions]) server.reply(call, all)
    const askBlock = vi.fn(() => null)
    const page = await renderDeskScreen(<PersonDetail kind={all.kind as 'patient'} id="p-1" askBlock={askBlock} />)
    return { server, page, askBlock }
  }
  const act = (name: string) => t(`desk.people.act.${name}`)
  test('a person is blocked with a reason and a confirmation', async () => {
    const { page, server } = await person()
    await page.click(act('block'))
    await page.click(act('block'))
    expect(server.requestsTo(blockPerson)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(act('block'))
    expect(server.requestsTo(blockPerson)).toMatchObject([
      { path: '/v1/desk/people/patient/p-1/block', body: { reason: REASON } },
    ])
  })
  test('a blocked person has only the unblock action', async () => {
    const { page } = await person({ status: 'blocked' })
    expect(page.buttons()).toContain(act('unblock'))
    expect(page.buttons()).not.toContain(act('block'))
  })
  test('managers have no actions on their own account', async () => {
    const { page } = await person({ isMe: true })
    for (const name of ['block', 'end-sessions', 'end-session']) expect(page.buttons()).not.toContain(act(name))
    expect(page.hasMessage('desk.people.me')).toBe(true)
  })
  test('a person without open sessions has no action to end them', async () => {
    const { page } = await person({ sessions: [{ ...session, endedAt: NOW, endReason: 'logout' }] })
    for (const name of ['end-sessions', 'end-session']) expect(page.buttons()).not.toContain(act(name))
  })
  test('ending one session keeps the others', async () => {
    const { page, server } = await person()
    await page.click(act('end-session'))
    await page.fill(/./, REASON)
    await page.click(act('end-session'))
    expect(server.requestsTo(endPersonSessions)).toMatchObject([{ body: { sessionId: 's-1', reason: REASON } }])
  })
  test('blocking a clinician first asks what happens to their patients', async () => {
    const { page, server, askBlock } = await person({ kind: 'staff', role: 'clinician' })
    await page.click(act('block'))
    expect(askBlock).toHaveBeenCalled()
    expect(server.requestsTo(blockPerson)).toEqual([])
  })
  test('an unknown person shows PERSON_NOT_FOUND', async () => {
    mockDeskServer().refuse(getPerson, 'PERSON_NOT_FOUND', 404)
    const page = await renderDeskScreen(<PersonDetail kind="patient" id="p-9" askBlock={() => null} />)
    expect(page.hasMessage('desk.error.PERSON_NOT_FOUND')).toBe(true)
  })
  test('a search needs enough characters', async () => {
    const server = mockDeskServer()
    server.reply(searchPeople, {
      items: [{ kind: 'staff', id: 'p-1', name: 'Eva', hint: 'e@x', status: 'blocked' }],
      more: true,
    })
    const page = await renderDeskScreen(<PeopleList selectedId={undefined} />, { at: '/people' })
    await page.fill(t('desk.people.search.label'), ' ab ')
    await page.click(t('desk.people.search.submit'))
    expect(server.requestsTo(searchPeople)).toEqual([])
    await page.fill(t('desk.people.search.label'), ' eva ')
    await page.click(t('desk.people.search.submit'))
    expect(server.requestsTo(searchPeople)).toMatchObject([{ body: { query: 'eva' } }])
    expect(Object.values(page.links())).toEqual(['/desk/people/staff/p-1'])
    expect(page.hasMessage('desk.people.status.blocked')).toBe(true)
    expect(page.hasMessage('desk.people.more')).toBe(true)
  })
})

describe('the desk sign-in', () => {
  async function renderSignIn(notice?: 'expired' | 'joined') {
    const server = mockServer()
    server.reply(staffLogin, { accessToken: 'first-factor' })
    return { server, page: await renderDeskScreen(<SignInScreen notice={notice} />) }
  }
  const enter = async (page: Awaited<ReturnType<typeof renderSignIn>>['page']) => {
    await page.fill(t('desk.signIn.email'), 'marta@vidaligera.example')
    await page.fill(t('desk.signIn.password'), 'secret')
    await page.click(t('desk.signIn.continue'))
  }
  test('the form requires both fields before it sends a request', async () => {
    const { page, server } = await renderSignIn()
    await page.click(t('desk.signIn.continue'))
    expect(server.requestsTo(staffLogin)).toEqual([])
    expect(page.hasMessage('desk.signIn.missing.password')).toBe(true)
  })
  test('the second factor is always required, and its form leads back to the first', async () => {
    const { page, server } = await renderSignIn()
    await enter(page)
    expect(server.requestsTo(staffLogin)).toMatchObject([
      { body: { email: 'marta@vidaligera.example', password: 'secret' } },
    ])
    expect(page.fields()).toContain(t('desk.signIn.code'))
    await page.click(t('desk.signIn.back'))
    expect(page.fields()).toContain(t('desk.signIn.email'))
    expect(server.requestsTo(verifyStaffTotp)).toEqual([])
  })
  test.each([
    ['a wrong password', 'WRONG_CREDENTIALS', 400],
    ['too many attempts', 'RATE_LIMITED', 429],
  ])('the sign-in fails for %s', async (_, code, status) => {
    const { page, server } = await renderSignIn()
    server.refuse(staffLogin, code, status)
    await enter(page)
    expect(page.fields()).toContain(t('desk.signIn.password'))
    expect(page.fields()).not.toContain(t('desk.signIn.code'))
  })
  test('the form says why the user has to sign in again', async () => {
    const { page } = await renderSignIn('expired')
    expect(page.hasMessage('desk.signIn.expired')).toBe(true)
    await page.unmount()
    expect((await renderSignIn('joined')).page.hasMessage('desk.signIn.joined')).toBe(true)
  })
})

describe('the page of an invitation link', () => {
  async function join(answer: object | string, hash = '#secret-of-the-link') {
    const server = mockServer()
    if (typeof answer === 'string') server.refuse(openInvitation, answer, 409)
    else server.reply(openInvitation, answer)
    const onJoined = vi.fn()
    return {
      server,
      onJoined,
      page: await renderDeskScreen(<JoinScreen onJoined={onJoined} />, { at: `/join${hash}` }),
    }
  }
  const INVITATION = { name: 'Eva', email: 'eva@x.example', isRenewal: false, uri: 'otpauth://totp/x', key: 'ABCD' }
  test.each([
    // This case goes first: a page remembers the secret of the link that it was opened with.
    ['missing', INVITATION, '', 'desk.join.noLinkText'],
    ['expired', 'INVITATION_OVER', '#x', 'desk.join.overText'],
  ])('an invitation that is %s shows no form', async (_, answer, hash, text) => {
    const { page } = await join(answer, hash)
    expect(page.hasMessage(text)).toBe(true)
    expect(page.fields()).not.toContain(t('desk.join.password'))
  })
  test('the form takes password and code, and joins with both', async () => {
    const { page, server, onJoined } = await join(INVITATION)
    server.reply(joinTeam, {})
    await page.click(t('desk.join.submit'))
    expect(server.requestsTo(joinTeam)).toEqual([])
    await page.fill(t('desk.join.password'), 'correct horse battery Staple 9')
    await page.fill(t('access.totp.code'), '123456')
    expect(server.requestsTo(joinTeam).map(({ body }) => body)).toEqual([
      { secret: 'secret-of-the-link', password: 'correct horse battery Staple 9', code: '123456' },
    ])
    expect(onJoined).toHaveBeenCalledOnce()
  })
})

describe('the dialog of my own sessions', () => {
  const own = (id: string, current: boolean) => ({
    id,
    current,
    startedAt: NOW,
    createdAt: NOW,
    lastSeenAt: NOW,
    device: null,
    network: null,
  })
  test('the other sessions can be ended one by one or all at once', async () => {
    const server = mockDeskServer()
    server.reply(myDeskSessions, { items: [own('here', true), own('there', false)] })
    for (const call of [endMyDeskSession, endMyOtherDeskSessions]) server.reply(call, null)
    const page = await renderDeskScreen(<OwnSessions notificationSettings={null} onClose={() => {}} />)
    await page.click(t('desk.session.others'))
    expect(server.requestsTo(endMyOtherDeskSessions)).toHaveLength(1)
    const others = [t('ui.leaveDialog'), t('desk.session.others'), t('desk.photo.choose')]
    const ends = page.buttons().filter((name) => !others.includes(name))
    expect(ends).toHaveLength(1)
    await page.click(ends[0] as string)
    expect(server.requestsTo(endMyDeskSession).map(({ path }) => path)).toEqual(['/v1/desk/me/sessions/there'])
  })
  test('without other sessions there is nothing to end', async () => {
    mockDeskServer().reply(myDeskSessions, { items: [own('here', true)] })
    const page = await renderDeskScreen(<OwnSessions notificationSettings={null} onClose={() => {}} />)
    expect(page.buttons()).toEqual([t('ui.leaveDialog'), t('desk.photo.choose')])
  })
})
