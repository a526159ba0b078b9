import { expect, test } from 'vitest'
import { untilAnswered } from './until-answered.ts'

const asked = (status: string, errorUpdateCount: number, data?: unknown) => ({
  state: { status, errorUpdateCount, data },
})

test('who has no answer asks again, less and less often, and never less than once a minute', () =>
  expect([1, 2, 3, 4, 5, 50].map((failures) => untilAnswered(asked('error', failures)))).toEqual([
    ...[5_000, 10_000, 20_000, 40_000, 60_000, 60_000],
  ]))

test('who has one, or has not been told yet, does not', () => {
  expect(untilAnswered(asked('pending', 0))).toBe(false)
  expect(untilAnswered(asked('success', 2, { firstName: 'Ana' }))).toBe(false)
  expect(untilAnswered(asked('error', 2, { firstName: 'Ana' }))).toBe(false)
})
