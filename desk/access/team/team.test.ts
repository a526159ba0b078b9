import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { changeClinician, getTeam, inviteColleague, withdrawInvitation } from '@cuida/core/access/team/team-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries, submitForm } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { clinicianProfileInput, valuesOf } from './colleague-values.ts'
import { useChange, useInvite, useReplaceInvitation, useTeam, useWaitingInvitations } from './queries.ts'
import { hasDraft, useColleagueForm } from './use-colleague-form.ts'

function clinic(role = 'clinical-manager') {
  freezeTime()
  const server = mockServer()
  signInTestUser(session)
  server.reply(staffMe, { role })
  const invitations = [
    { id: '1', state: 'waiting', isMine: false },
    { id: '2', state: 'waiting', isMine: true },
    { id: '3', state: 'sent', isMine: false },
  ]
  server.reply(getTeam, { members: [], invitations })
  return server
}

test('the count has only invitations that wait for this manager’s approval', async () => {
  clinic()
  expect((await renderHookWithQueries(useWaitingInvitations)).current()).toBe(1)
})

test('a user who is no manager does not fetch the team', async () => {
  const server = clinic('clinician')
  expect((await renderHookWithQueries(useWaitingInvitations)).current()).toBe(0)
  expect(server.requestsTo(getTeam)).toEqual([])
})

test('the team is polled every 30 seconds', async () => {
  const server = clinic()
  await renderHookWithQueries(() => useTeam())
  await advanceTime(29_999)
  expect(server.requestsTo(getTeam)).toHaveLength(1)
  await advanceTime(1)
  expect(server.requestsTo(getTeam)).toHaveLength(2)
})

test.each([
  ['accepted', undefined],
  ['refused', 'EMAIL_TAKEN'],
])('an invitation that was %s refetches the team', async (_, refusal) => {
  const server = clinic()
  if (refusal) server.refuse(inviteColleague, refusal)
  else server.reply(inviteColleague, { id: '4' })
  const screen = await renderHookWithQueries(() => ({ team: useTeam(), invite: useInvite() }))
  const input = { name: 'Ana Ruiz', email: 'ana@clinic.example', role: 'clinical-manager' } as const
  await screen.act(({ invite }) => invite.mutateAsync(input).catch(() => {}))
  expect(server.requestsTo(getTeam)).toHaveLength(2)
})

describe('withdrawing a replaced invitation', () => {
  test('an invitation that a colleague has already withdrawn counts as withdrawn', async () => {
    const server = clinic()
    server.refuse(withdrawInvitation, 'INVITATION_NOT_FOUND', 404)
    const giveWay = await renderHookWithQueries(useReplaceInvitation)
    await expect(giveWay.act((it) => it('1'))).resolves.toBeUndefined()
  })
  test('a failed withdrawal throws, so that no second invitation is sent', async () => {
    const server = clinic()
    server.refuse(withdrawInvitation, 'UNEXPECTED', 500)
    const giveWay = await renderHookWithQueries(useReplaceInvitation)
    await expect(giveWay.act((it) => it('1').catch((error) => (error as CallFailed).status))).resolves.toBe(500)
  })
})

describe('the draft of a colleague form', () => {
  const initial = valuesOf({ name: '', email: '', role: 'clinician' }, ['es'], { timeZone: 'Europe/Madrid' })
  const typed = { name: 'Ana Ruiz', email: 'ana@clinic.example', 'specialty.es': 'Nutrición', 'bio.es': 'Escucha.' }
  const otherFields = { registrationNumber: '28/1', languages: ['es'], products: ['101'] }

  async function form(submit: () => Promise<unknown> = async () => {}, more = {}) {
    mockServer()
    await loadMessages('en', {
      'desk.error.EMAIL_TAKEN': 'Somebody has this address',
      'desk.team.problem.name': 'A name is missing',
      'desk.team.problem.bio': 'A text in {language} is missing',
    })
    const screen = () =>
      renderHookWithQueries(() =>
        useColleagueForm({ draft: 'new', initial: { ...initial, ...more }, languages: ['es'], submit }),
      )
    const made = await screen()
    onTestFinished(() => made.current().forget())
    return { made, screen }
  }
  const fill = (it: ReturnType<typeof useColleagueForm>) => {
    for (const [name, value] of Object.entries({ ...typed, ...otherFields })) it.set(name as 'name', value as string)
  }

  test('a draft survives visiting another page and is merged over newer values', async () => {
    const { made } = await form()
    expect([hasDraft('new'), made.current().isResumed]).toEqual([false, false])
    await made.act((it) => it.set('name', 'Ana Ruiz'))
    await made.unmount()
    expect(hasDraft('new')).toBe(true)
    const { made: again } = await form(undefined, { 'bio.en': 'Listens' })
    expect(again.current().isResumed).toBe(true)
    expect(again.current().values).toMatchObject({ name: 'Ana Ruiz', 'bio.en': 'Listens' })
  })

  test('opening the form starts no draft', async () => {
    const { made } = await form()
    await made.rerender()
    expect(hasDraft('new')).toBe(false)
  })

  test('a draft is deleted when it is sent, left, or its author signs out', async () => {
    const sent = vi.fn(async () => {})
    const { made } = await form(sent)
    await made.act(fill)
    expect(hasDraft('new')).toBe(true)
    await made.act((form) => submitForm({ form }))
    expect([sent.mock.calls.length, hasDraft('new')]).toEqual([1, false])
    await made.act((it) => it.set('name', 'Luis Gil'))
    expect(hasDraft('new')).toBe(true)
    await made.act((it) => it.forget())
    expect(hasDraft('new')).toBe(false)
    signInTestUser(session)
    await made.act((it) => it.set('name', 'Eva Gil'))
    await made.act(() => session.signOut())
    expect(hasDraft('new')).toBe(false)
  })

  test('a refused draft stays, and the refusal shows at its field', async () => {
    const { made } = await form(() => Promise.reject(new CallFailed(409, 't', { code: 'EMAIL_TAKEN' })))
    await made.act(fill)
    await made.act((form) => submitForm({ form }))
    expect(made.current().field('email').error).toBe('Somebody has this address')
    expect([made.current().failure, hasDraft('new')]).toEqual([undefined, true])
  })

  test('each problem message names its field and language', async () => {
    const { made } = await form()
    await made.act((form) => submitForm({ form }))
    expect(made.current().field('name').error).toBe('A name is missing')
    expect(made.current().field('bio.es').error).toMatch(/^A text in \S+ is missing$/)
  })
})

test('the changed profile is sent for its clinician', async () => {
  const server = clinic()
  const screen = await renderHookWithQueries(useChange)
  const profile = clinicianProfileInput(
    valuesOf({ name: 'Ana', email: 'a@x.example', role: 'clinician' }, ['es'], { timeZone: 'Atlantic/Canary' }),
    ['es'],
  )
  await screen.act((it) => it.mutateAsync({ id: 'd-1', ...profile }).catch(() => {}))
  expect(server.requestsTo(changeClinician)).toMatchObject([{ path: '/v1/desk/team/clinicians/d-1', body: profile }])
  expect(profile.timeZone).toBe('Atlantic/Canary')
})
