import { expect, test } from 'vitest'
import { PAUSE_AFTER_SECONDS, probeDelay, RETRY_SECONDS, retryDelay } from './retry-schedule.ts'

const delay = (attempts: number, retryAfter?: number, random = 0) => retryDelay({ attempts, retryAfter, random })

test('the attempts span 72 hours, at growing intervals', () => {
  expect(PAUSE_AFTER_SECONDS).toBe(72 * 3_600)
  expect([...RETRY_SECONDS].sort((a, b) => a - b)).toEqual(RETRY_SECONDS)
})

test.each<[string, number | undefined, number | undefined]>([
  ['the first retry follows after seconds', delay(1), 5],
  ['the last retry follows after half a day', delay(RETRY_SECONDS.length), 12 * 3_600],
  ['after the last retry the message has failed', delay(RETRY_SECONDS.length + 1), undefined],
  ['chance makes the delay at most a tenth longer', delay(4, undefined, 1), 660],
  ['the endpoint may ask for a longer delay', delay(1, 90), 90],
  ['the endpoint may not ask for a shorter delay', delay(4, 1), 600],
  ['the endpoint may not put a message off for ever', delay(1, 1_000_000), 12 * 3_600],
])('%s', (_, actual, expected) => expect(actual).toBe(expected))

test.each([
  [0, 5],
  [50, 5],
  [600, 60],
  [3_000, 300],
  [86_400, 300],
])('an endpoint that has failed for %i s is tried again after %i s', (failing, expected) =>
  expect(probeDelay(failing)).toBe(expected),
)
