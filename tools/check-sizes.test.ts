import { expect, test } from 'vitest'
import { isCode, linesOf, sizeProblems } from './check-sizes.ts'

test('300 lines are allowed, 301 are not', () => {
  expect(sizeProblems([{ path: 'a.ts', lines: 300 }])).toEqual([])
  expect(sizeProblems([{ path: 'a.ts', lines: 301 }])).toEqual(['a.ts has 301 lines; split it'])
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
