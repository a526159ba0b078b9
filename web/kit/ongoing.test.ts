import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { expect, test } from 'vitest'
import { session } from './api.ts'
import { useIsOngoing } from './ongoing.ts'

test.each([
  ['no, without any', [], [], false],
  ["yes, the account holder's", [{ id: 'c-1' }], [], true],
  ["yes, a child's", [], [{ id: 'c-2' }], true],
])('whether a consultation is ongoing: %s', async (_, ownConsultations, dependantConsultations, isOn) => {
  signInTestUser(session)
  const server = mockServer()
  server.reply(me, { id: 'ana', firstName: 'Ana', dependants: [{ id: 'leo', firstName: 'Leo' }] })
  server.reply(listConsultations, ({ path }) => ({
    items: path.includes('leo') ? dependantConsultations : ownConsultations,
  }))
  expect((await renderHookWithQueries(useIsOngoing)).current()).toBe(isOn)
  expect(server.requestsTo(listConsultations).map(({ query }) => query.getAll('status'))).toEqual(
    Array(2).fill(['QUEUED', 'ACTIVE']),
  )
})

test('without a session no consultation is ongoing', async () => {
  const server = mockServer()
  expect((await renderHookWithQueries(useIsOngoing)).current()).toBe(false)
  expect(server.requests).toEqual([])
})
