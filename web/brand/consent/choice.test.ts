import { beforeEach, expect, test, vi } from 'vitest'
import { choiceFor, onCookieChoice, saveCookieChoice, versionOf } from './choice.ts'

const entries = new Map<string, string>()
beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  return () => void vi.unstubAllGlobals()
})
const ga4 = { connector: 'ga4', measurementId: 'G-ABC1234567', inEurope: true, identity: false } as const
const now = versionOf(ga4)

test('no choice exists until one is made, and refusing is a choice', () => {
  expect(choiceFor(now)).toBeUndefined()
  const listener = vi.fn()
  const stop = onCookieChoice(listener)
  saveCookieChoice(now, [])
  expect(choiceFor(now)).toMatchObject({ groups: [] })
  expect(listener).toHaveBeenCalledOnce()
  stop()
  saveCookieChoice(now, ['C0002'])
  expect(choiceFor(now)?.groups).toEqual(['C0002'])
  expect(listener).toHaveBeenCalledOnce()
})

test.each([
  ['another text', `2025-01-01.00000000 ga4`],
  [
    'another vendor',
    versionOf({ connector: 'matomo', url: 'https://matomo.clinic.example/', siteId: 1, identity: false }),
  ],
  ['newly sent identity', versionOf({ ...ga4, identity: true })],
])('consent does not extend to %s [A9.9]', (_, version) => {
  saveCookieChoice(version, ['C0002'])
  expect(choiceFor(now)).toBeUndefined()
})

test.each([
  ['not JSON', 'yes'],
  ['of an unknown group', JSON.stringify({ version: now, groups: ['C0009'], at: '' })],
  ['of another shape', JSON.stringify({ version: now, groups: 'C0002', at: '' })],
  ['null', 'null'],
])('a stored entry that is %s is no choice', (_, text) => {
  entries.set('cookies', text)
  expect(choiceFor(now)).toBeUndefined()
})

test('an unchanged choice is the same object and causes no render', () => {
  saveCookieChoice(now, ['C0002'])
  expect(choiceFor(now)).toBe(choiceFor(now))
})
