import { describe, expect, test } from 'vitest'
import { happened } from '../../consultation/status/actions.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { canConfirmPresence, lateness, mayLeave, overdueMinutes } from './waiting.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const after = (minutes: number, seconds = 0) => new Date(noon.getTime() + (minutes * 60 + seconds) * 1_000)

describe('a wait longer than promised [B4.13]', () => {
  test.each([
    ['the word still holds', 0, -10, 0],
    ['at the promised minute it holds, if they are next', 0, 0, 0],
    ['five minutes less a second is not yet five', 0, 4.99, 0],
    ['five minutes after it', 0, 5, 5],
    ['before the promised minute, when the queue says that it will not be kept', 20, -10, 10],
    ['as long as the queue says what was said, nothing is late', 10, -10, 0],
    ['eleven minutes are told as ten', 5, 6, 10],
  ])('%s', (_, soonest, past, minutes) => expect(lateness(noon, soonest, after(past))).toBe(minutes))

  test.each([
    ['a booked hour that comes', -1, 0, undefined],
    ['is not late within its first minute', 0, 59, undefined],
    ['is, after it', 1, 0, 1],
    ['and tells whole minutes', 12, 59, 12],
  ])('%s', (_, minutes, seconds, told) => expect(overdueMinutes(noon, after(minutes, seconds))).toBe(told))
})

describe('confirming presence and leaving the app', () => {
  const missed = [happened('UNASSIGNED', 'CLINICIAN')]
  test('only a patient who missed a call can confirm their presence', () => {
    expect(canConfirmPresence({ status: 'QUEUED', actions: missed })).toBe(true)
    expect(canConfirmPresence({ status: 'QUEUED', actions: [] })).toBe(false)
  })
  test.each(ConsultationStatus.options)('presence and leaving for %s', (status) => {
    expect(canConfirmPresence({ status, actions: missed })).toBe(status === 'QUEUED')
    expect(mayLeave({ status, type: 'on-demand' })).toBe(status === 'QUEUED')
  })
  test('a patient with an appointment cannot wait away from the app', () =>
    expect(mayLeave({ status: 'QUEUED', type: 'scheduled' })).toBe(false))
})
