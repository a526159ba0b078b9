import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../run.ts'
import { allTargets, chosen, runsOf, type Target } from './targets.ts'

const targets = allTargets(ROOT)
const byFolder = (one: Target, other: Target) => one.folder.localeCompare(other.folder)
const named = (folder: string) => {
  const target = targets.find((target) => target.folder === folder)
  if (!target) throw new Error(`no target ${folder}`)
  return target
}

test('faults are planted in rules, stores, routes and the logic of screens', () => {
  const modules = targets.flatMap(({ modules }) => modules)
  expect(modules).toEqual(
    expect.arrayContaining([
      'core/checkout/price/price.ts',
      'server/checkout/refund/refund-store.ts',
      'server/access/session/sessions.ts',
      'web/booking/queries.ts',
      'server/care/record/look-store.ts',
    ]),
  )
})

test('not in tests, what helps them, declarations of calls, or programs that only start others', () => {
  const modules = targets.flatMap(({ modules }) => modules)
  expect(modules.filter((path) => /test|\.d\.ts$|\.tsx$|-api\.ts$|\/api\.ts$|\/main\.ts$|vite\./.test(path))).toEqual(
    [],
  )
})

test('what was planted in a folder is looked for by all tests of its area', () => {
  const area = ['server/checkout/**/*.test.{ts,tsx}']
  expect(named('server/checkout/refund').tests).toEqual(area)
  expect(named('server/checkout/order').tests).toEqual(area)
  expect(named('core/care/record').tests).toEqual(['core/care/**/*.test.{ts,tsx}'])
})

test('what everybody uses, by the tests of everybody; in the server by its own, for all take hours', () => {
  expect(named('core/kit').tests).toEqual(['core/**/*.test.{ts,tsx}'])
  expect(named('server/kit').tests).toEqual(['server/kit/**/*.test.{ts,tsx}'])
  expect(named('server').tests).toEqual(['server/*.test.{ts,tsx}'])
})

test('every folder has tests that could notice', () => {
  const without = targets.filter(({ tests }) => tests.every((glob) => globSync(glob, { cwd: ROOT }).length === 0))
  expect(without).toEqual([])
})

test('folders with the same tests are worked on together, each once', () => {
  const runs = runsOf(targets)
  expect(runs.flat().toSorted(byFolder)).toEqual(targets.toSorted(byFolder))
  expect(runs.find((run) => run.includes(named('server/checkout/refund')))).toContain(named('server/checkout/order'))
})

test('more is asked of what is true and of what is stored than of screens', () => {
  expect(named('core/checkout/price').aim).toBe(85)
  expect(named('server/checkout/refund').aim).toBe(85)
  expect(named('web/checkout').aim).toBe(75)
  expect(named('desk/checkout/order').aim).toBe(75)
})

describe('what is asked for', () => {
  const folders = (...names: string[]) => chosen(targets, names).map(({ folder }) => folder)

  test('nothing means everything', () => expect(folders()).toHaveLength(targets.length))

  test('what is asked for first comes first, and everything once', () =>
    expect(folders('web/care/call', 'core/invite', 'web/care/call')).toEqual(['web/care/call', 'core/invite']))

  test('a folder means all below it too, and nothing that only begins alike', () => {
    expect(folders('core/care/')).toContain('core/care/record')
    expect(folders('core/care')).not.toContain('core/catalogue')
    expect(() => folders('core/c')).toThrow('nothing to plant')
  })
})
