import { describe, expect, test } from 'vitest'
import { isJoinOpen, phaseOf, seatsLeft } from './webinar.ts'

const webinar = { startsAt: '2026-12-10T19:00:00+01:00', durationMinutes: 40 }
const at = (clock: string) => new Date(`2026-12-10T${clock}+01:00`)

describe('a webinar at 19:00, of 40 minutes [B2.12]', () => {
  test.each([
    ['18:59:59.999', 'upcoming'],
    ['19:00:00', 'live'],
    ['19:39:59.999', 'live'],
    ['19:40:00', 'over'],
  ])('its phase at %s is %s', (clock, phase) => expect(phaseOf(webinar, at(clock))).toBe(phase))

  test.each([
    ['18:49:59.999', false],
    ['18:50:00', true],
    ['19:39:59.999', true],
    ['19:40:00', false],
  ])('whether patients may join at %s: %s', (clock, open) => expect(isJoinOpen(webinar, at(clock))).toBe(open))
})

test.each([
  ['a webinar without a seat limit has no number of seats left', null, 900, null],
  ['one seat is left', 20, 19, 1],
  ['no seat is left', 20, 20, 0],
  ['no seat is left after the limit was lowered', 10, 20, 0],
])('%s', (_, seats, takenSeats, expected) => expect(seatsLeft(seats, takenSeats)).toBe(expected))
