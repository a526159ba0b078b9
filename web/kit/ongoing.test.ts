import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { living, playServer, signedIn } from '@cuida/ui/client/session/test-living.ts'
import { expect, test } from 'vitest'
import { session } from './api.ts'
import { useIsOngoing } from './ongoing.ts'

test.each([
  ['nobody’s', [], [], false],
  ['mine', [{ id: 'c-1' }], [], true],
  ['my child’s', [], [{ id: 'c-2' }], true],
])('something is going on: %s', async (_, mine, theirs, isOn) => {
  signedIn(session)
  const server = playServer()
  server.answer(me, { id: 'ana', firstName: 'Ana', dependants: [{ id: 'leo', firstName: 'Leo' }] })
  server.answer(listConsultations, ({ path }) => ({ items: path.includes('leo') ? theirs : mine }))
  expect((await living(useIsOngoing)).now()).toBe(isOn)
  expect(server.heard(listConsultations).map(({ query }) => query.getAll('status'))).toEqual(
    Array(2).fill(['QUEUED', 'ACTIVE']),
  )
})

test('and nothing while nobody is in', async () => {
  const server = playServer()
  expect((await living(useIsOngoing)).now()).toBe(false)
  expect(server.asked).toEqual([])
})
