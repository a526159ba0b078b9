import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draw, type Fault, intervalOf, keyOf, pathOf } from './sample.ts'

const keys = Array.from({ length: 200 }, (_, at) => `core/x.ts ${at}`)

test('the same seed draws the same faults, in whatever order they are named', () => {
  expect(draw(keys.toReversed(), 20, '7')).toEqual(draw(keys, 20, '7'))
  expect(draw(keys, 20, '8')).not.toEqual(draw(keys, 20, '7'))
})

test('as many as were asked for, each once, and no more than there are', () =>
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(50), fc.string(), (names, count, seed) => {
      const drawn = draw(names, count, seed)
      const all = new Set(names)
      expect(drawn).toHaveLength(Math.min(count, all.size))
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.every((key) => all.has(key))).toBe(true)
    }),
  ))

test('a larger sample goes on where the smaller one ended', () =>
  expect(draw(keys, 60, '7').slice(0, 20)).toEqual(draw(keys, 20, '7')))

test('every fault has the same chance', () => {
  const rounds = 1000
  const times = new Map(keys.map((key) => [key, 0]))
  for (let seed = 0; seed < rounds; seed++)
    for (const key of draw(keys, 20, String(seed))) times.set(key, (times.get(key) ?? 0) + 1)
  const expected = rounds / 10
  const chi = [...times.values()].reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0)
  // 199 degrees of freedom: above 268 once in a thousand, and the seeds are always these.
  expect(chi).toBeLessThan(268)
})

test('faults at the same place are told apart by what is put there', () => {
  const fault = (replacement: string, column = 4): Fault => ({
    path: 'core/x.ts',
    location: { start: { line: 1, column }, end: { line: 1, column: 9 } },
    mutatorName: 'ConditionalExpression',
    replacement,
  })
  const names = [fault('true'), fault('false'), fault('true', 5)].map(keyOf)
  expect(new Set(names).size).toBe(3)
  expect(names.map(pathOf)).toEqual(Array(3).fill('core/x.ts'))
})

test.each([
  [85, 100, 76.7, 90.7],
  [0, 10, 0, 27.8],
  [10, 10, 72.2, 100],
  [0, 0, 0, 100],
])('%i noticed of %i: the whole lies between %f and %f per cent', (part, drawn, low, high) =>
  expect(intervalOf(part, drawn)).toEqual([low, high]),
)
