import { expect, test } from 'vitest'
import { createLru } from './answer-cache.ts'

const lru = (entries: number, weight: number) => createLru<number>({ entries, weight, weigh: (value) => value })

test('the least recently used answer is evicted first', () => {
  const cache = lru(2, 100)
  cache.set('a', 1)
  cache.set('b', 1)
  cache.get('a')
  cache.set('c', 1)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 1])
})
test('large values leave room for fewer', () => {
  const cache = lru(10, 10)
  cache.set('a', 6)
  cache.set('b', 4)
  expect(cache.size).toBe(2)
  cache.set('c', 1)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 4, 1])
})
test('a value stored twice is counted once', () => {
  const cache = lru(10, 10)
  for (let round = 0; round < 5; round++) cache.set('a', 6)
  cache.set('b', 4)
  expect(cache.size).toBe(2)
})
