import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  clinicToday,
  clinicZone,
  formatClinicDate,
  formatClinicDay,
  formatClinicZone,
  formatWhen,
  formatWhenLong,
  formatWhenShort,
  minutesSince,
  setClinicZone,
} from './clinic-time.ts'

beforeAll(() => loadMessages('en', { 'ui.timeZone': '{city} time ({offset})' } as never))

test('a desk in another time zone shows the times of the clinic’s patients', () => {
  setClinicZone('Europe/Madrid')
  const now = Date.parse('2026-11-21T16:00:00Z')
  expect(formatWhenShort('2026-11-21T17:00:00Z', now)).toBe('18:00')
  setClinicZone('America/Sao_Paulo')
  expect(clinicZone()).toBe('America/Sao_Paulo')
  expect(formatWhenShort('2026-11-21T17:00:00Z', now)).toBe('14:00')
})

test('the current day is that of the clinic’s calendar', () => {
  setClinicZone('Europe/Madrid')
  const justAfterMidnight = Date.parse('2026-11-21T23:30:00Z')
  expect(formatWhenShort('2026-11-22T08:00:00Z', justAfterMidnight)).toBe('09:00')
  expect(formatWhenShort('2026-11-21T22:30:00Z', justAfterMidnight)).toBe('21 Nov 23:30')
})

test('the time zone is named only where the device shows another time', () => {
  const now = Date.parse('2026-11-21T16:00:00Z')
  setClinicZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(formatClinicZone(now)).toBeUndefined()
  setClinicZone('Asia/Tokyo')
  expect(formatClinicZone(now)).toContain('Tokyo')
})

test('every format of a day uses the clinic’s calendar', () => {
  setClinicZone('Asia/Tokyo')
  vi.useFakeTimers({ now: new Date('2026-11-21T16:00:00Z'), toFake: ['Date'] })
  expect(clinicToday()).toBe('2026-11-22')
  expect(formatClinicDay('2026-11-21T16:00:00Z')).toBe('22 Nov')
  expect(formatWhenShort('2026-11-21T16:00:00Z')).toBe('01:00')
  expect(formatWhenLong('2026-11-21T16:00:00Z')).toContain('22 November')
  expect(formatClinicDate('2026-11-21T16:00:00Z')).toBe('22 November 2026')
  expect(formatWhen('2026-11-20T16:00:00Z')).toContain('01:00')
  vi.useRealTimers()
})

test.each([
  ['2026-11-21T16:00:00Z', 0],
  ['2026-11-21T15:59:01Z', 0],
  ['2026-11-21T15:59:00Z', 1],
  ['2026-11-21T15:00:00Z', 60],
  ['2026-11-21T16:05:00Z', 0],
])('the time since %s is %i whole minutes', (moment, minutes) =>
  expect(minutesSince(moment, Date.parse('2026-11-21T16:00:00Z'))).toBe(minutes),
)
