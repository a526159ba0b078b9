import { describe, expect, test } from 'vitest'
import { answerDueAt } from './answer-time.ts'

// November 2026: the 20th is a Friday, the 21st and 22nd a weekend.
const clinic = { timeZone: 'Europe/Madrid', holidays: [{ day: '2026-12-08' }, { day: '2026-12-25' }] }
const due = (askedAt: string, hours = 48) => answerDueAt(new Date(askedAt), hours, clinic).toISOString()

describe('an answer within 48 hours of working days', () => {
  test.each([
    ['asked on a Monday is due on Wednesday', '2026-11-16T10:00:00+01:00', '2026-11-18T10:00:00+01:00'],
    ['asked on a Friday is due on Tuesday', '2026-11-20T18:30:00+01:00', '2026-11-24T18:30:00+01:00'],
    ['asked on a Saturday counts from Monday', '2026-11-21T12:00:00+01:00', '2026-11-25T00:00:00+01:00'],
    ['asked a minute before the weekend has that minute', '2026-11-20T23:59:00+01:00', '2026-11-24T23:59:00+01:00'],
    ['does not count a holiday', '2026-12-07T09:00:00+01:00', '2026-12-10T09:00:00+01:00'],
    ['asked as Thursday begins is due as Friday ends', '2026-11-19T00:00:00+01:00', '2026-11-21T00:00:00+01:00'],
  ])('%s', (_, askedAt, expected) => expect(due(askedAt)).toBe(new Date(expected).toISOString()))

  test('days are those of the clinic’s time zone when its clocks change', () => {
    // The 25th of October has 25 hours and is a Sunday: none of them counts.
    expect(due('2026-10-23T12:00:00+02:00', 24)).toBe(new Date('2026-10-26T12:00:00+01:00').toISOString())
  })

  test('an answer within one hour is due in an hour', () => {
    expect(due('2026-11-17T09:00:00Z', 1)).toBe('2026-11-17T10:00:00.000Z')
  })
})
