import { expect, test } from 'vitest'
import { isVoice, loudness, networkResult } from './device-result.ts'

test.each([
  ['quick answers', [20, 30, 25, 900, 22], 'good'],
  ['at the bound it is good', [200, 200, 200], 'good'],
  ['just over it, fair', [201, 201, 201], 'fair'],
  ['half a second and more is still fair', [600, 600, 600], 'fair'],
  ['slower is poor', [601, 601, 601], 'poor'],
  ['no answer at all is poor', [], 'poor'],
])('%s', (_, trips, result) => expect(networkResult(trips)).toBe(result))

const wave = (height: number) => Float32Array.from({ length: 1024 }, (_, at) => height * Math.sin(at / 5))
test.each([
  ['silence', 0, false],
  ['the hiss of a room', 0.01, false],
  ['a voice', 0.1, true],
  ['a shout', 1, true],
])('%s', (_, height, heard) => {
  const level = loudness(wave(height))
  expect(isVoice(level)).toBe(heard)
  expect(level).toBeLessThanOrEqual(1)
})
test('a look at nothing is silence', () => expect(loudness(new Float32Array())).toBe(0))
