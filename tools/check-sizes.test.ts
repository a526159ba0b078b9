import { describe, expect, test } from 'vitest'
import { isCode, linesOf, sizeProblems } from './check-sizes.ts'

test('300 lines are allowed, 301 are not', () => {
  expect(sizeProblems([{ path: 'a.test.ts', lines: 300 }])).toEqual([])
  expect(sizeProblems([{ path: 'a.test.ts', lines: 301 }])).toEqual(['a.test.ts has 301 lines; split it'])
})

describe('of ten sources', () => {
  const sources = (...lines: number[]) => lines.map((each, place) => ({ path: `core/${place}.ts`, lines: each }))
  test.each([
    ['half may have 50 lines, and nine 115', [1, 1, 1, 1, 50, 115, 115, 115, 115, 300], true],
    ['not half 51', [1, 1, 1, 1, 51, 115, 115, 115, 115, 300], false],
    ['not nine 116', [1, 1, 1, 1, 50, 115, 115, 115, 116, 300], false],
  ])('%s', (_, lines, allowed) => expect(sizeProblems(sources(...lines))).toHaveLength(allowed ? 0 : 1))
  test('tests do not count', () =>
    expect(
      sizeProblems([...sources(1), { path: 'core/a.test.ts', lines: 290 }, { path: 'e2e/b.ts', lines: 290 }]),
    ).toEqual([]))
})

test('the end of the last line is no further line', () => {
  expect(linesOf('one\ntwo\n')).toBe(2)
  expect(linesOf('one\ntwo')).toBe(2)
})

test.each([
  ['web/care/CancelScreen.tsx', true],
  ['ui/Button.module.css', true],
  ['server/migrations/001_kit.sql', false],
  ['content/locales/en/care.json', false],
])('%s counts as code: %s', (path, counts) => expect(isCode(path)).toBe(counts))
