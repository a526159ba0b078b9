import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { getTeam, inviteColleague, withdrawInvitation } from '@cuida/core/access/team/team-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { living, passing, playServer, signedIn, stopClock, submitted } from '@cuida/ui/client/session/test-living.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { valuesOf } from './colleague-values.ts'
import { useGiveWay, useInvite, useTeam, useWaitingInvitations } from './queries.ts'
import { isBegun, useColleagueForm } from './use-colleague-form.ts'

function clinic(role = 'clinical-manager') {
  stopClock()
  const server = playServer()
  signedIn(session)
  server.answer(staffMe, { role })
  const invitations = [
    { id: '1', state: 'waiting', isMine: false },
    { id: '2', state: 'waiting', isMine: true },
    { id: '3', state: 'sent', isMine: false },
  ]
  server.answer(getTeam, { members: [], invitations })
  return server
}

test('only invitations that wait for this manager’s own word are counted', async () => {
  clinic()
  expect((await living(useWaitingInvitations)).now()).toBe(1)
})

test('who manages nobody does not ask who works here', async () => {
  const server = clinic('clinician')
  expect((await living(useWaitingInvitations)).now()).toBe(0)
  expect(server.heard(getTeam)).toEqual([])
})

test('the team is looked at every half a minute: colleagues join meanwhile', async () => {
  const server = clinic()
  await living(() => useTeam())
  await passing(29_999)
  expect(server.heard(getTeam)).toHaveLength(1)
  await passing(1)
  expect(server.heard(getTeam)).toHaveLength(2)
})

test.each([
  ['done', undefined],
  ['refused', 'EMAIL_TAKEN'],
])('an invitation that was %s shows the team as it is now', async (_, refusal) => {
  const server = clinic()
  if (refusal) server.refuse(inviteColleague, refusal)
  else server.answer(inviteColleague, { id: '4' })
  const screen = await living(() => ({ team: useTeam(), invite: useInvite() }))
  const wish = { name: 'Ana Ruiz', email: 'ana@clinic.example', role: 'clinical-manager' } as const
  await screen.do(({ invite }) => invite.mutateAsync(wish).catch(() => {}))
  expect(server.heard(getTeam)).toHaveLength(2)
})

describe('an invitation gives way to another', () => {
  test('also when a colleague has withdrawn it already', async () => {
    const server = clinic()
    server.refuse(withdrawInvitation, 'INVITATION_NOT_FOUND', 404)
    const giveWay = await living(useGiveWay)
    await expect(giveWay.do((it) => it('1'))).resolves.toBeUndefined()
  })
  test('and not when that failed: there would be two', async () => {
    const server = clinic()
    server.refuse(withdrawInvitation, 'UNEXPECTED', 500)
    const giveWay = await living(useGiveWay)
    await expect(giveWay.do((it) => it('1').catch((error) => (error as CallFailed).status))).resolves.toBe(500)
  })
})

describe('half a page about a colleague', () => {
  const initial = valuesOf({ name: '', email: '', role: 'clinician' }, ['es'], { timeZone: 'Europe/Madrid' })
  const typed = { name: 'Ana Ruiz', email: 'ana@clinic.example', 'specialty.es': 'Nutrición', 'bio.es': 'Escucha.' }
  const rest = { registrationNumber: '28/1', languages: ['es'], products: ['101'] }

  async function form(submit: () => Promise<unknown> = async () => {}, more = {}) {
    playServer()
    await loadWords('en', {
      'desk.error.EMAIL_TAKEN': 'Somebody has this address',
      'desk.team.problem.name': 'A name is missing',
      'desk.team.problem.bio': 'A text in {language} is missing',
    })
    const screen = () =>
      living(() => useColleagueForm({ draft: 'new', initial: { ...initial, ...more }, languages: ['es'], submit }))
    const made = await screen()
    onTestFinished(() => made.now().forget())
    return { made, screen }
  }
  const fill = (it: ReturnType<typeof useColleagueForm>) => {
    for (const [name, value] of Object.entries({ ...typed, ...rest })) it.set(name as 'name', value as string)
  }

  test('waits while somebody looks at something else, over what is known since', async () => {
    const { made } = await form()
    expect([isBegun('new'), made.now().isResumed]).toEqual([false, false])
    await made.do((it) => it.set('name', 'Ana Ruiz'))
    await made.leave()
    expect(isBegun('new')).toBe(true)
    const { made: again } = await form(undefined, { 'bio.en': 'Listens' })
    expect(again.now().isResumed).toBe(true)
    expect(again.now().values).toMatchObject({ name: 'Ana Ruiz', 'bio.en': 'Listens' })
  })

  test('is not begun by looking at it', async () => {
    const { made } = await form()
    await made.again()
    expect(isBegun('new')).toBe(false)
  })

  test('is gone when it was sent, when it is left, and when whoever wrote it signs out', async () => {
    const sent = vi.fn(async () => {})
    const { made } = await form(sent)
    await made.do(fill)
    expect(isBegun('new')).toBe(true)
    await made.do((form) => submitted({ form }))
    expect([sent.mock.calls.length, isBegun('new')]).toEqual([1, false])
    await made.do((it) => it.set('name', 'Luis Gil'))
    expect(isBegun('new')).toBe(true)
    await made.do((it) => it.forget())
    expect(isBegun('new')).toBe(false)
    signedIn(session)
    await made.do((it) => it.set('name', 'Eva Gil'))
    await made.do(() => session.signOut())
    expect(isBegun('new')).toBe(false)
  })

  test('stays when it was refused, which is told at the field that it is about', async () => {
    const { made } = await form(() => Promise.reject(new CallFailed(409, 't', { code: 'EMAIL_TAKEN' })))
    await made.do(fill)
    await made.do((form) => submitted({ form }))
    expect(made.now().field('email').error).toBe('Somebody has this address')
    expect([made.now().failure, isBegun('new')]).toEqual([undefined, true])
  })

  test('says what each field wants, and in which language', async () => {
    const { made } = await form()
    await made.do((form) => submitted({ form }))
    expect(made.now().field('name').error).toBe('A name is missing')
    expect(made.now().field('bio.es').error).toMatch(/^A text in \S+ is missing$/)
  })
})
