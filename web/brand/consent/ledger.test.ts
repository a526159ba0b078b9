import { agreeToDocument, putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAgree } from './AgreementsScreen.tsx'
import type { Choice } from './choice.ts'
import { noteChoice } from './ledger.ts'

const user = vi.hoisted(() => ({ isSignedIn: false, change: () => {} }))
vi.mock('../../kit/api.ts', async (original) => ({
  ...(await original<typeof import('../../kit/api.ts')>()),
  session: {
    token: async () => undefined,
    isSignedIn: () => user.isSignedIn,
    onChange: (listener: () => void) => {
      user.change = listener
    },
  },
}))

const changeUser = (isSignedIn: boolean) => {
  user.isSignedIn = isSignedIn
  user.change()
}
const choice = (at: string, groups: Choice['groups']): Choice => ({ version: '1 ga4', groups, at })
/** The bodies of the choices that `action` saves. */
async function savedBy(action: () => unknown, status = 204) {
  const server = mockServer()
  server.reply(putCookieChoice, status === 204 ? null : { code: 'UNAVAILABLE' }, status)
  await actAndFlush(async () => void (await action()))
  return server.requestsTo(putCookieChoice).map(({ body }) => body)
}
beforeEach(() => changeUser(false))

test('consent to a changed document names the text that was read', async () => {
  const textId = 'a'.repeat(64)
  const server = mockServer()
  const screen = await renderHookWithQueries(useAgree)
  const document = { slug: 'privacy-policy', title: 'Privacy', updatedOn: '2026-11-23', textId } as const
  await screen.act((it) => it.mutateAsync(document).catch(() => {}))
  expect(server.requestsTo(agreeToDocument).map(({ body }) => body)).toEqual([{ slug: 'privacy-policy', textId }])
})

test('a cookie choice is saved once a user is signed in, and again only when it changes', async () => {
  expect(await savedBy(() => noteChoice(choice('1', ['C0002'])))).toEqual([])
  expect(await savedBy(() => changeUser(true))).toEqual([{ groups: ['C0002'] }])
  expect(await savedBy(() => noteChoice(choice('1', ['C0002'])))).toEqual([])
  expect(await savedBy(() => noteChoice(choice('2', [])))).toEqual([{ groups: [] }])
})

test('a choice of one user is not saved for the next one on this device', async () => {
  user.isSignedIn = true
  expect(await savedBy(() => noteChoice(choice('3', ['C0004'])))).toHaveLength(1)
  await savedBy(() => changeUser(false))
  expect(await savedBy(() => changeUser(true))).toEqual([])
})

test('a choice that the server could not save is sent again', async () => {
  user.isSignedIn = true
  await savedBy(() => noteChoice(choice('4', ['C0003'])), 503)
  expect(await savedBy(() => noteChoice(choice('4', ['C0003'])))).toEqual([{ groups: ['C0003'] }])
})
