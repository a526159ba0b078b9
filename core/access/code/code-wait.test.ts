import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeWaitSeconds, freeCodeSeconds, gapSeconds, roomSeconds } from './code-wait.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (...seconds: number[]) => seconds.map((age) => new Date(now.getTime() - age * 1_000))

describe('when another code may be sent', () => {
  test.each([
    ['a first code may be sent at once', ago(), 0],
    ['a second code may be sent 30 s after the first', ago(30), 0],
    ['a second code must wait 29 s after the first', ago(29), 1],
    ['a third code may be sent 60 s after the second', ago(60, 100), 0],
    ['a third code must wait 59 s after the second', ago(59, 100), 1],
    ['a fourth code may be sent 120 s after the third', ago(120, 200, 300), 0],
    ['a fourth code must wait 119 s after the third', ago(119, 200, 300), 1],
    ['a fifth code may be sent 240 s after the fourth', ago(240, 500, 700, 800), 0],
    ['a sixth code must wait until the oldest of five is an hour old', ago(400, 800, 1200, 1600, 3590), 10],
    ['a sixth code may be sent when the oldest of five is an hour old', ago(400, 800, 1200, 1600, 3600), 0],
    [
      'an eleventh code in a day must wait',
      ago(...Array.from({ length: 10 }, (_, i) => 4_000 * (i + 1))),
      86_400 - 40_000,
    ],
    ['the gap is 30 s after the first code of an hour, whatever came before', ago(20, 4_000, 4_100), 10],
    ['a code that is an hour old does not lengthen the gap', ago(20, 3_600), 10],
    ['a code may be sent at once hours after the last one', ago(7_200, 7_300, 7_400), 0],
  ])('%s', (_, sent, seconds) => expect(codeWaitSeconds(sent, now)).toBe(seconds))
})

describe('when a code needs no proof of work', () => {
  test.each([
    ['a fourth code in an hour needs proof of work even after its gap', ago(600, 1200, 1800), 1_800],
    ['a third code in an hour needs none', ago(600, 1200), 0],
    [
      'a seventh code in a day needs proof of work',
      ago(...Array.from({ length: 6 }, (_, i) => 4_000 * (i + 1))),
      86_400 - 24_000,
    ],
    ['a sixth code in a day needs none', ago(...Array.from({ length: 5 }, (_, i) => 4_000 * (i + 1))), 0],
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
