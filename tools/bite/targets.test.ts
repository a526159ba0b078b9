import { describe, expect, test } from 'vitest'
import { ROOT } from '../run.ts'
import { allTargets, chosen } from './targets.ts'

const targets = allTargets(ROOT)
const named = (folder: string) => {
  const target = targets.find((target) => target.folder === folder)
  if (!target) throw new Error(`no target ${folder}`)
  return target
}

test('faults are planted in rules, stores, routes and the logic of screens', () => {
  const modules = targets.flatMap(({ modules }) => modules)
  expect(modules).toEqual(
    expect.arrayContaining([
      'core/checkout/price.ts',
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

test('every folder has tests to look for what was planted, beside it or one folder up', () => {
  expect(named('server/access/session').tests).toEqual(['server/access/session/**/*.test.{ts,tsx}'])
  expect(named('server/care/waiting').tests[0]).toMatch(/^server\/care\//)
  expect(named('core/care/record').tests).toEqual(['core/care/**/*.test.{ts,tsx}'])
  expect(named('core/kit').tests).toEqual(['core/**/*.test.{ts,tsx}'])
})

test('more is asked of what is true and of what is stored than of screens', () => {
  expect(named('core/checkout').aim).toBe(85)
  expect(named('server/checkout/refund').aim).toBe(85)
  expect(named('web/checkout').aim).toBe(75)
  expect(named('desk/checkout').aim).toBe(75)
})

describe('what is asked for', () => {
  const folders = (...names: string[]) => chosen(targets, names).map(({ folder }) => folder)

  test('nothing means everything', () => expect(folders()).toHaveLength(targets.length))

  test('what is asked for first comes first, and everything once', () =>
    expect(folders('web/checkout', 'core/kit', 'web/checkout/frame')).toEqual([
      'web/checkout',
      'web/checkout/frame',
      'core/kit',
    ]))

  test('a folder means all below it too, and nothing that only begins alike', () => {
    expect(folders('core/care/')).toContain('core/care/record')
    expect(folders('core/care')).not.toContain('core/catalogue')
    expect(() => folders('core/c')).toThrow('nothing to plant')
  })
})
