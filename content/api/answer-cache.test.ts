import { expect, test } from 'vitest'
import { createLru } from './answer-cache.ts'

const lru = (entries: number, weight: number) => createLru<number>({ entries, weight, weigh: (value) => value })

test('the least recently used answer is evicted first', () => {
  const kept = lru(2, 100)
  kept.set('a', 1)
  kept.set('b', 1)
  kept.get('a')
  kept.set('c', 1)
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 1])
})
test('large values leave room for fewer', () => {
  const kept = lru(10, 10)
  kept.set('a', 6)
  kept.set('b', 4)
  expect(kept.size).toBe(2)
  kept.set('c', 1)
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([undefined, 4, 1])
})
test('a value stored twice is counted once', () => {
  const kept = lru(10, 10)
  for (let round = 0; round < 5; round++) kept.set('a', 6)
  kept.set('b', 4)
  expect(kept.size).toBe(2)
})
