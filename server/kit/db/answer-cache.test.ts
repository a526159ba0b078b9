import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAnswerCache, topicLifetimeMs } from './answer-cache.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const quiet = { live: true, onChange: () => () => {}, onGap: () => () => {}, close: async () => {} }
const remembered = async (at: string) => {
  vi.setSystemTime(new Date(at))
  const cache = createAnswerCache(quiet)
  await cache.fill('list', ['account:1'], async () => '[]')
  return cache
}

test('an answer is cached for ten seconds', async () => {
  const cache = await remembered('2026-11-21T12:00:00.000Z')
  vi.setSystemTime(new Date('2026-11-21T12:00:09.999Z'))
  expect(cache.find('list')).toBeDefined()
  vi.setSystemTime(new Date('2026-11-21T12:00:10.000Z'))
  expect(cache.find('list')).toBeUndefined()
})

test('no answer is cached past midnight: on a birthday the first poll is answered anew', async () => {
  const cache = await remembered('2026-11-21T23:59:57.000Z')
  vi.setSystemTime(new Date('2026-11-21T23:59:59.999Z'))
  expect(cache.find('list')).toBeDefined()
  vi.setSystemTime(new Date('2026-11-22T00:00:00.000Z'))
  expect(cache.find('list')).toBeUndefined()
})

test('an answer that does not depend on the clock is cached for one to two minutes', async () => {
  const cache = createAnswerCache(quiet)
  for (let each = 0; each < 200; each++) {
    vi.setSystemTime(new Date('2026-11-21T12:00:00.000Z'))
    await cache.fill('list', ['account:1'], async () => '[]', topicLifetimeMs())
    vi.setSystemTime(new Date('2026-11-21T12:00:59.999Z'))
    expect(cache.find('list')).toBeDefined()
    vi.setSystemTime(new Date('2026-11-21T12:02:00.000Z'))
    expect(cache.find('list')).toBeUndefined()
  }
})

describe('bounds of the cache', () => {
  const bytes = 64 * 2 ** 20
  beforeEach(() => vi.setSystemTime(new Date('2026-11-21T12:00:00.000Z')))

  test('the cache keeps the latest answers', async () => {
    const cache = createAnswerCache(quiet)
    for (let each = 0; each <= 50_000; each++) await cache.fill(`${each}`, [`account:${each}`], async () => '[]')
    expect(cache.find('0')).toBeUndefined()
    expect(cache.find('1')).toBeDefined()
    expect(cache.find('50000')).toBeDefined()
  })

  test('the cache keeps within its bytes, with long answers or many', async () => {
    const cache = createAnswerCache(quiet)
    const long = 'x'.repeat(100_000)
    for (let each = 0; each < 1_000; each++) await cache.fill(`${each}`, [`account:${each}`], async () => long)
    expect(cache.bytes).toBeLessThanOrEqual(bytes)
    expect(cache.bytes).toBeGreaterThan(bytes / 2)
    expect(cache.find('0')).toBeUndefined()
    expect(cache.find('999')).toBeDefined()
  })

  test('a caller beyond the limit loses their own answers, and nobody else’s', async () => {
    const cache = createAnswerCache(quiet)
    await cache.fill('hers', ['account:eva'], async () => '[]')
    for (let each = 0; each < 10_000; each++) await cache.fill(`his ${each}`, ['account:ben'], async () => '[]')
    expect(cache.find('hers')).toBeDefined()
    expect(cache.find('his 9999')).toBeDefined()
    expect(cache.find('his 9899')).toBeUndefined()
  })

  test('a query of unusual length is answered and not cached', async () => {
    const cache = createAnswerCache(quiet)
    expect((await cache.fill('x'.repeat(2_001), ['account:eva'], async () => '[]')).payload).toBe('[]')
    expect(cache.bytes).toBe(0)
  })

  test('an expired answer is dropped without a further query', async () => {
    const cache = createAnswerCache(quiet)
    await cache.fill('short', ['account:eva'], async () => '[]', 1_000)
    await cache.fill('long', ['account:eva'], async () => '[]', 60_000)
    const both = cache.bytes
    await vi.advanceTimersByTimeAsync(10_000)
    expect(cache.bytes).toBeLessThan(both)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(cache.bytes).toBe(0)
    cache.close()
  })

  test('the byte count is exact after any sequence of fills and changes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ key: fc.nat(9), requester: fc.nat(2), topic: fc.nat(3), text: fc.string(), drops: fc.boolean() }),
        ),
        async (actions) => {
          const cache = createAnswerCache(quiet)
          for (const { key, requester, topic, text, drops } of actions) {
            if (drops) cache.forget(`order:${topic}`)
            else await cache.fill(`${key}`, [`account:${requester}`, `order:${topic}`], async () => text)
            expect(cache.bytes).toBeGreaterThanOrEqual(0)
          }
          for (const requester of [0, 1, 2]) cache.forget(`account:${requester}`)
          expect(cache.bytes).toBe(0)
        },
      ),
    ))
})
