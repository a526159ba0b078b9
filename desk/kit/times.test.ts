import { loadWords } from '@cuida/ui/words/words.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  clinicToday,
  clinicZone,
  dayInFull,
  dayWordsOf,
  fullWords,
  keepZone,
  minutesSince,
  timeWords,
  whenWords,
  zoneWords,
} from './times.ts'

beforeAll(() => loadWords('en', { 'ui.timeZone': '{city} time ({offset})' } as never))

test('a desk in another zone tells the times that the clinic’s patients read', () => {
  keepZone('Europe/Madrid')
  const now = Date.parse('2026-11-21T16:00:00Z')
  expect(timeWords('2026-11-21T17:00:00Z', now)).toBe('18:00')
  keepZone('America/Sao_Paulo')
  expect(clinicZone()).toBe('America/Sao_Paulo')
  expect(timeWords('2026-11-21T17:00:00Z', now)).toBe('14:00')
})

test('what day it is, the clinic’s calendar says too', () => {
  keepZone('Europe/Madrid')
  const justAfterMidnight = Date.parse('2026-11-21T23:30:00Z')
  expect(timeWords('2026-11-22T08:00:00Z', justAfterMidnight)).toBe('09:00')
  expect(timeWords('2026-11-21T22:30:00Z', justAfterMidnight)).toBe('21 Nov 23:30')
})

test('the zone is named where the device’s clock shows another time, and only there', () => {
  const now = Date.parse('2026-11-21T16:00:00Z')
  keepZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(zoneWords(now)).toBeUndefined()
  keepZone('Asia/Tokyo')
  expect(zoneWords(now)).toContain('Tokyo')
})

test('a day is the clinic’s, however it is told', () => {
  keepZone('Asia/Tokyo')
  vi.useFakeTimers({ now: new Date('2026-11-21T16:00:00Z'), toFake: ['Date'] })
  expect(clinicToday()).toBe('2026-11-22')
  expect(dayWordsOf('2026-11-21T16:00:00Z')).toBe('22 Nov')
  expect(timeWords('2026-11-21T16:00:00Z')).toBe('01:00')
  expect(fullWords('2026-11-21T16:00:00Z')).toContain('22 November')
  expect(dayInFull('2026-11-21T16:00:00Z')).toBe('22 November 2026')
  expect(whenWords('2026-11-20T16:00:00Z')).toContain('01:00')
  vi.useRealTimers()
})

test.each([
  ['2026-11-21T16:00:00Z', 0],
  ['2026-11-21T15:59:01Z', 0],
  ['2026-11-21T15:59:00Z', 1],
  ['2026-11-21T15:00:00Z', 60],
  ['2026-11-21T16:05:00Z', 0],
])('since %s %i whole minutes have passed', (moment, minutes) =>
  expect(minutesSince(moment, Date.parse('2026-11-21T16:00:00Z'))).toBe(minutes),
)
