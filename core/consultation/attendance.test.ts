import { describe, expect, test } from 'vitest'
import type { Agenda } from '../booking/calendar/slots.ts'
import { attendanceOf, type ClinicianAttendance, openingWithAttendance } from './attendance.ts'

// A Thursday; Madrid is an hour ahead of UTC.
const now = new Date('2026-11-26T09:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const clock = (minutes: number) =>
  after(minutes + 60)
    .toISOString()
    .slice(11, 16)
const care = { lateMinutes: 5, dueMinutes: 60 }
const always: Parameters<typeof openingWithAttendance>[1] = { timeZone: 'Europe/Madrid', holidays: [], hours: [], care }
const works = (starts: string, ends: string, weekday = 4): Agenda => ({
  timeZone: 'Europe/Madrid',
  exceptions: [],
  holidays: [],
  bufferMinutes: 0,
  weekly: [{ weekday, starts, ends }],
})
const idle: Agenda = { timeZone: 'Europe/Madrid', weekly: [], exceptions: [], holidays: [], bufferMinutes: 0 }
const somebody = (more: Partial<ClinicianAttendance> = {}): ClinicianAttendance => ({
  isSeen: false,
  away: null,
  agenda: idle,
  booked: [],
  ...more,
})
const off = { since: after(-30), until: null }
const paused = (minutes: number) => ({ since: after(-30), until: after(minutes) })
const until = (minutes: number) => works(clock(minutes), clock(minutes + 120))

describe('care is open while a clinician is at the desk or due within the hour [C10.4]', () => {
  test.each<[string, ClinicianAttendance[], string]>([
    ['closed when no clinician offers the product', [], 'CLOSE'],
    ['closed when no clinician is there and no hours are known', [somebody()], 'CLOSE'],
    ['open when a clinician is at the desk', [somebody(), somebody({ isSeen: true })], 'OPEN'],
    ['open when hours begin in 59 minutes', [somebody({ agenda: until(59) })], 'OPEN'],
    ['open when hours begin in exactly 60 minutes', [somebody({ agenda: until(60) })], 'OPEN'],
    ['closed when hours begin in 61 minutes', [somebody({ agenda: until(61) })], 'CLOSE'],
    ['open during hours before the clinician has come', [somebody({ agenda: until(-30) })], 'OPEN'],
    ['closed when hours end this minute', [somebody({ agenda: until(-120) })], 'CLOSE'],
    ['open when an appointment begins in 60 minutes', [somebody({ booked: [after(60)] })], 'OPEN'],
    ['closed when an appointment begins in 61 minutes', [somebody({ booked: [after(61)] })], 'CLOSE'],
    ['open when an appointment began and is not late', [somebody({ booked: [after(-4)] })], 'OPEN'],
    [
      'closed when the appointment lies in an absence',
      [somebody({ booked: [after(30)], agenda: { ...idle, away: [{ start: after(0), end: after(600) }] } })],
      'CLOSE',
    ],
    ['closed when an appointment began and is late', [somebody({ booked: [after(-5)] })], 'CLOSE'],
    ['closed when the clinician at the desk is off', [somebody({ isSeen: true, away: off })], 'CLOSE'],
    ['closed when the clinician is off during hours', [somebody({ away: off, agenda: until(-60) })], 'CLOSE'],
    [
      'open when the clinician was off yesterday and hours begin soon',
      [somebody({ away: off, agenda: until(20) })],
      'OPEN',
    ],
    ['open when a pause ends in 60 minutes', [somebody({ isSeen: true, away: paused(60) })], 'OPEN'],
    ['closed when a pause ends in 61 minutes', [somebody({ isSeen: true, away: paused(61) })], 'CLOSE'],
    ['closed when the clinician paused and left the desk', [somebody({ away: paused(10) })], 'CLOSE'],
    ['open when hours continue after a pause', [somebody({ away: paused(10), agenda: until(-60) })], 'OPEN'],
    ['closed when a pause outlasts the hours', [somebody({ away: paused(59), agenda: until(-90) })], 'CLOSE'],
  ])('%s', (_, attendances, state) =>
    expect(openingWithAttendance(attendanceOf(attendances, always, now), always, now)).toBe(state),
  )
})

test('the partner sets the minutes', () => {
  const attendance = attendanceOf([somebody({ agenda: until(90) })], always, now)
  expect(openingWithAttendance(attendance, { ...always, care: { ...care, dueMinutes: 90 } }, now)).toBe('OPEN')
  expect(openingWithAttendance(attendance, { ...always, care: { ...care, dueMinutes: 89 } }, now)).toBe('CLOSE')
})

describe('when a clinician is due', () => {
  const due = (attendances: ClinicianAttendance[], service = always) => attendanceOf(attendances, service, now).due
  const mornings = {
    ...always,
    hours: [{ day: 'thursday' as const, closed: false, startTime: '08:00', endTime: '12:00' }],
  }
  test('the soonest of all clinicians counts', () =>
    expect(due([somebody({ agenda: until(300) }), somebody({ booked: [after(200)] })])).toEqual(after(200)))
  test('a clinician is due now during their hours', () => expect(due([somebody({ agenda: until(-30) })])).toEqual(now))
  test('no due time is given while a clinician is at the desk', () =>
    expect(due([somebody({ isSeen: true }), somebody({ agenda: until(30) })])).toBeUndefined())
  test('the due time lies within the hours of the product', () => {
    expect(due([somebody({ agenda: works('12:30', '18:00') })], mornings)).toBeUndefined()
    const early = somebody({ agenda: works('06:00', '09:00') })
    expect(attendanceOf([early], mornings, new Date('2026-11-26T04:00:00Z')).due).toEqual(
      new Date('2026-11-26T07:00:00Z'),
    )
  })
  test('a clinician who arrives after the product closes does not open it', () => {
    const late = new Date('2026-11-26T10:40:00Z')
    const attendance = attendanceOf([somebody({ agenda: works('12:30', '18:00') })], mornings, late)
    expect(openingWithAttendance(attendance, mornings, late)).toBe('CLOSE')
  })
  test('no clinician is due on a holiday of the clinic', () => {
    const agenda = { ...until(30), holidays: ['2026-11-26'] }
    expect(
      due([somebody({ agenda })])
        ?.toISOString()
        .slice(0, 10),
    ).toBe('2026-12-03')
  })
})

test('a product outside its hours is closed even with a clinician at the desk', () => {
  const night = {
    ...always,
    hours: [{ day: 'thursday' as const, closed: false, startTime: '20:00', endTime: '23:00' }],
  }
  expect(openingWithAttendance({ isThere: true, due: undefined }, night, now)).toBe('OUT_OF_HOURS')
})
