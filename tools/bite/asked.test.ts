import { expect, test } from 'vitest'
import { askedFor } from './asked.ts'

test('folders alone mean every fault in them', () =>
  expect(askedFor(['core/kit', 'web'])).toEqual({ folders: ['core/kit', 'web'] }))

test('a sample is so many faults, of the seed that is given', () =>
  expect(askedFor(['--sample', '50', '--seed', '7', 'server'])).toEqual({
    folders: ['server'],
    sample: { count: 50, seed: '7' },
  }))

test('without one the seed is another each time, for a night to see what the last one did not', () => {
  const seeds = Array.from({ length: 20 }, () => askedFor(['--sample', '5']).sample?.seed)
  expect(new Set(seeds).size).toBeGreaterThan(1)
})

test.each(['0', '-3', 'ten', '2.5', ''])('%j is no number of faults', (count) =>
  expect(() => askedFor([`--sample=${count}`])).toThrow('how many faults'),
)
