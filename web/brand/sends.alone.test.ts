import { agreeToDocument, putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Choice } from './consent/choice.ts'
import { noteChoice } from './consent/ledger.ts'
import { useAgree } from './consent/queries.ts'

const who = vi.hoisted(() => ({ isIn: false, change: () => {} }))
vi.mock('../kit/api.ts', async (original) => ({
  ...(await original<typeof import('../kit/api.ts')>()),
  session: {
    isSignedIn: () => who.isIn,
    onChange: (listener: () => void) => {
      who.change = listener
    },
  },
}))

const enter = (isIn: boolean) => {
  who.isIn = isIn
  who.change()
}
const chosen = (at: string, groups: Choice['groups']): Choice => ({ version: '1 ga4', groups, at })
const note = (choice: Choice) => leaving(() => noteChoice(choice))
beforeEach(() => enter(false))

test('a yes to a changed document is to the text that was read', async () => {
  const textId = 'a'.repeat(64)
  const document = { slug: 'privacy-policy', title: 'Privacy', updatedOn: '2026-11-23', textId } as const
  expect(await leaving(() => given(useAgree).mutateAsync(document))).toEqual([
    asks(agreeToDocument, { slug: 'privacy-policy', textId }),
  ])
})

test('a choice waits for somebody to be there, is noted once, and again when it is another', async () => {
  expect(await note(chosen('1', ['C0002']))).toEqual([])
  expect(await leaving(() => enter(true))).toEqual([asks(putCookieChoice, { groups: ['C0002'] })])
  expect(await note(chosen('1', ['C0002']))).toEqual([])
  expect(await note(chosen('2', []))).toEqual([asks(putCookieChoice, { groups: [] })])
})

test('whoever signs in next on this device did not say it, and it is not written down as theirs', async () => {
  who.isIn = true
  expect(await note(chosen('3', ['C0004']))).toHaveLength(1)
  await leaving(() => enter(false))
  expect(await leaving(() => enter(true))).toEqual([])
})

test('what the server could not take is said again', async () => {
  who.isIn = true
  await leaving(() => noteChoice(chosen('4', ['C0003'])), {}, 503)
  expect(await note(chosen('4', ['C0003']))).toEqual([asks(putCookieChoice, { groups: ['C0003'] })])
})
