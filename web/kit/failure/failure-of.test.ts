import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'

const read = (isError: boolean, data?: unknown, error: unknown = new Error('x')) => ({ isError, data, error })

test('why the first that has nothing to show failed', () => {
  const error = new Error('second')
  expect(failureOf(read(false), read(true, undefined, error), read(true))).toBe(error)
})

test('what failed and is still shown as it was stops nobody', () =>
  expect(failureOf(read(true, ['old']), read(false))).toBeUndefined())
