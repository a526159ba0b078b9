import { blockPerson, endPersonSessions, getPerson, unblockPerson } from '@cuida/core/access/people/people-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { focusManager, onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '../../kit/api.ts'
import { useMayManage } from '../../kit/session.ts'
import { parsePersonPath } from './PersonDetail.tsx'
import { type AccountAction, usePerformAccountAction, usePerson } from './queries.ts'

const person = { kind: 'patient', id: '10000000-0000-4000-8000-000000000001' } as const

test.each([
  ['a patient', ['patient', person.id], { kind: 'patient', id: person.id }],
  ['a colleague', ['staff', person.id], { kind: 'staff', id: person.id }],
  ['a patient, for an unknown kind', ['other', '1'], { kind: 'patient', id: '1' }],
  ['no person, when the id is missing', ['patient'], undefined],
  ['no person, when there are further segments', ['patient', person.id, 'more'], undefined],
])('the address names %s', (_, named, personRef) => expect(parsePersonPath(named)).toEqual(personRef))

test.each([
  ['clinician-and-clinical-manager', true],
  ['clinical-manager', true],
  ['clinician', false],
])('role %s may manage: %s', async (role, may) => {
  const server = mockServer()
  signInTestUser(session)
  server.reply(staffMe, { role })
  expect((await renderHookWithQueries(useMayManage)).current()).toBe(may)
})

test('the user counts as no manager until the server has returned the role', async () => {
  mockServer()
  expect((await renderHookWithQueries(useMayManage)).current()).toBe(false)
})

test('an open person is fetched once, because each read is audited', async () => {
  freezeTime()
  onTestFinished(() => {
    focusManager.setFocused(undefined)
    onlineManager.setOnline(true)
  })
  const server = mockServer()
  server.reply(getPerson, { id: person.id })
  const open = await renderHookWithQueries(() => usePerson(person))
  await advanceTime(10 * 60_000)
  for (const back of [false, true]) await actAndFlush(() => focusManager.setFocused(back))
  for (const back of [false, true]) await actAndFlush(() => onlineManager.setOnline(back))
  expect(server.requestsTo(getPerson)).toHaveLength(1)
  // Leaving and opening the page again is another read.
  await open.unmount()
  await renderHookWithQueries(() => usePerson(person), { queries: open.queries })
  expect(server.requestsTo(getPerson)).toHaveLength(2)
})

test('a second component within a minute causes no second read', async () => {
  freezeTime()
  const server = mockServer()
  server.reply(getPerson, { id: person.id })
  const open = await renderHookWithQueries(() => usePerson(person))
  await advanceTime(59_999)
  await renderHookWithQueries(() => usePerson(person), { queries: open.queries })
  expect(server.requestsTo(getPerson)).toHaveLength(1)
})

test.each([
  ['a server error is retried once', 503, 2],
  ['a refusal is not retried', 404, 1],
])('%s', async (_, status, requestCount) => {
  freezeTime()
  const server = mockServer()
  server.refuse(getPerson, 'WHATEVER', status)
  const open = await renderHookWithQueries(() => usePerson(person))
  await advanceTime(20_000)
  expect(server.requestsTo(getPerson)).toHaveLength(requestCount)
  expect(open.current().isError).toBe(true)
})

test.each([
  ['successful', undefined],
  ['refused', 'CHANGED_MEANWHILE'],
])('an action that was %s refetches the person', async (_, refusal) => {
  const server = mockServer()
  server.reply(getPerson, { id: person.id })
  if (refusal) server.refuse(blockPerson, refusal)
  else server.reply(blockPerson, null)
  const open = await renderHookWithQueries(() => ({ shown: usePerson(person), act: usePerformAccountAction(person) }))
  await open.act(({ act }) => act.mutateAsync({ act: { name: 'block' }, reason: 'Lost phone' }).catch(() => {}))
  expect(server.requestsTo(getPerson)).toHaveLength(2)
})

test.each<[string, AccountAction, Call, string, object]>([
  ['unblocks the person', { name: 'unblock' }, unblockPerson, 'unblock', {}],
  ['ends all sessions of the person', { name: 'end-sessions' }, endPersonSessions, 'sessions/end', {}],
  [
    'ends only the chosen session',
    { name: 'end-session', sessionId: 's-1' },
    endPersonSessions,
    'sessions/end',
    { sessionId: 's-1' },
  ],
])('a manager %s', async (_, act, call, path, body) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => usePerformAccountAction(person))
  await screen.act((it) => it.mutate({ act, reason: 'Lost phone' }))
  expect(server.requestsTo(call)).toMatchObject([{ path: `/v1/desk/people/patient/${person.id}/${path}` }])
  expect(server.requestsTo(call)[0]?.body).toEqual({ ...body, reason: 'Lost phone' })
})
