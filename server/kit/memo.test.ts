import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemo } from './memo.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const quiet = { live: true, onChange: () => () => {}, onGap: () => () => {}, close: async () => {} }
const remembered = async (at: string) => {
  vi.setSystemTime(new Date(at))
  const memo = createMemo(quiet)
  await memo.fill('list', ['account:1'], async () => '[]')
  return memo
}

test('an answer is remembered for ten seconds', async () => {
  const memo = await remembered('2026-11-21T12:00:00.000Z')
  vi.setSystemTime(new Date('2026-11-21T12:00:09.999Z'))
  expect(memo.find('list')).toBeDefined()
  vi.setSystemTime(new Date('2026-11-21T12:00:10.000Z'))
  expect(memo.find('list')).toBeUndefined()
})

test('none outlives its day: on a birthday the first poll is asked anew', async () => {
  const memo = await remembered('2026-11-21T23:59:57.000Z')
  vi.setSystemTime(new Date('2026-11-21T23:59:59.999Z'))
  expect(memo.find('list')).toBeDefined()
  vi.setSystemTime(new Date('2026-11-22T00:00:00.000Z'))
  expect(memo.find('list')).toBeUndefined()
})
