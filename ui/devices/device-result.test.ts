import { expect, test } from 'vitest'
import { isVoice, loudness, networkResult } from './device-result.ts'

test.each([
  ['fast replies are good, despite one outlier', [20, 30, 25, 900, 22], 'good'],
  ['200 ms are still good', [200, 200, 200], 'good'],
  ['201 ms are fair', [201, 201, 201], 'fair'],
  ['600 ms are still fair', [600, 600, 600], 'fair'],
  ['601 ms are poor', [601, 601, 601], 'poor'],
  ['no replies are poor', [], 'poor'],
])('%s', (_, trips, result) => expect(networkResult(trips)).toBe(result))

const wave = (height: number) => Float32Array.from({ length: 1024 }, (_, at) => height * Math.sin(at / 5))
test.each([
  ['silence is no voice', 0, false],
  ['background noise is no voice', 0.01, false],
  ['speech is a voice', 0.1, true],
  ['shouting is a voice', 1, true],
])('%s', (_, height, isHeard) => {
  const level = loudness(wave(height))
  expect(isVoice(level)).toBe(isHeard)
  expect(level).toBeLessThanOrEqual(1)
})
test('an empty sample is silence', () => expect(loudness(new Float32Array())).toBe(0))
