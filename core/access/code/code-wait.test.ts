import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeWaitSeconds, freeCodeSeconds, gapSeconds, roomSeconds } from './code-wait.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (...seconds: number[]) => seconds.map((age) => new Date(now.getTime() - age * 1_000))

describe('when another code may be sent', () => {
  test.each([
    ['at once when none was sent', ago(), 0],
    ['30 s after the first', ago(30), 0],
    ['not 29 s after the first', ago(29), 1],
    ['60 s after the second', ago(60, 100), 0],
    ['not 59 s after the second', ago(59, 100), 1],
    ['120 s after the third', ago(120, 200, 300), 0],
    ['not 119 s after the third', ago(119, 200, 300), 1],
    ['240 s after the fourth', ago(240, 500, 700, 800), 0],
    ['not before the oldest of five is an hour old', ago(400, 800, 1200, 1600, 3590), 10],
    ['when the oldest of five is an hour old', ago(400, 800, 1200, 1600, 3600), 0],
    ['not the eleventh time in a day', ago(...Array.from({ length: 10 }, (_, i) => 4_000 * (i + 1))), 86_400 - 40_000],
    ['30 s after the first of the hour, however many went before', ago(20, 4_000, 4_100), 10],
    ['of which one that is an hour old is the last', ago(20, 3_600), 10],
    ['at once when the last one was hours ago', ago(7_200, 7_300, 7_400), 0],
  ])('%s', (_, sent, seconds) => expect(codeWaitSeconds(sent, now)).toBe(seconds))
})

describe('when a code needs no proof of work', () => {
  test.each([
    ['the fourth in an hour is not free, though the gap is over', ago(600, 1200, 1800), 1_800],
    ['the third is', ago(600, 1200), 0],
    ['nor is the seventh in a day', ago(...Array.from({ length: 6 }, (_, i) => 4_000 * (i + 1))), 86_400 - 24_000],
    ['the sixth is', ago(...Array.from({ length: 5 }, (_, i) => 4_000 * (i + 1))), 0],
  ])('%s', (_, sent, seconds) => expect(freeCodeSeconds(sent, now)).toBe(seconds))
})

test('proof of work removes neither the gap nor the limits', () => {
  expect(gapSeconds(ago(10), now)).toBe(20)
  expect(roomSeconds(ago(10), now)).toBe(0)
  expect(roomSeconds(ago(400, 800, 1200, 1600, 3590), now)).toBe(10)
})

test('a client that respects each wait never gets more than 5 codes in an hour or 10 in a day', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000), { maxLength: 60 }), (pauses) => {
      const sent: number[] = []
      let clock = 0
      for (const pause of pauses) {
        clock += pause
        const newestFirst = sent.map((at) => new Date(at * 1_000)).reverse()
        clock += codeWaitSeconds(newestFirst, new Date(clock * 1_000))
        sent.push(clock)
      }
      const within = (seconds: number) => sent.map((end) => sent.filter((at) => at <= end && at > end - seconds).length)
      expect(Math.max(0, ...within(3_600))).toBeLessThanOrEqual(5)
      expect(Math.max(0, ...within(86_400))).toBeLessThanOrEqual(10)
    }),
  )
})
