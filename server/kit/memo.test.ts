import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemo, untilHeard } from './memo.ts'

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

test('what the clock does not move is remembered for one to two minutes', async () => {
  const memo = createMemo(quiet)
  for (let each = 0; each < 200; each++) {
    vi.setSystemTime(new Date('2026-11-21T12:00:00.000Z'))
    await memo.fill('list', ['account:1'], async () => '[]', untilHeard())
    vi.setSystemTime(new Date('2026-11-21T12:00:59.999Z'))
    expect(memo.find('list')).toBeDefined()
    vi.setSystemTime(new Date('2026-11-21T12:02:00.000Z'))
    expect(memo.find('list')).toBeUndefined()
  }
})
test('however much is asked, the latest answers are the ones that are kept', async () => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00.000Z'))
  const memo = createMemo(quiet)
  for (let each = 0; each <= 50_000; each++) await memo.fill(`${each}`, ['account:1'], async () => '[]')
  expect(memo.find('0')).toBeUndefined()
  expect(memo.find('1')).toBeDefined()
  expect(memo.find('50000')).toBeDefined()
})
