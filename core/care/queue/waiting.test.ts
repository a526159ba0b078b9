import { describe, expect, test } from 'vitest'
import { createAction } from '../../consultation/status/actions.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { canConfirmPresence, canWaitAway, minutesPastPromisedWait, overdueMinutes } from './waiting.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const after = (minutes: number, seconds = 0) => new Date(noon.getTime() + (minutes * 60 + seconds) * 1_000)

describe('a wait longer than promised [B4.13]', () => {
  test.each([
    ['a wait within the promise is not late', 0, -10, 0],
    ['a wait that reaches the promised minute is not late if the patient is next', 0, 0, 0],
    ['a delay below five minutes is not late', 0, 4.99, 0],
    ['a delay of five minutes is late', 0, 5, 5],
    ['a wait is late before the promised minute when the forecast exceeds it', 20, -10, 10],
    ['a wait is not late while the forecast stays within the promise', 10, -10, 0],
    ['a delay of eleven minutes is rounded down to ten', 5, 6, 10],
  ])('%s', (_, soonest, past, minutes) => expect(minutesPastPromisedWait(noon, soonest, after(past))).toBe(minutes))

  test.each([
    ['an appointment in the future is not overdue', -1, 0, undefined],
    ['an appointment within its first minute is not overdue', 0, 59, undefined],
    ['an appointment is overdue after one minute', 1, 0, 1],
    ['an overdue time is in whole minutes', 12, 59, 12],
  ])('%s', (_, minutes, seconds, expected) => expect(overdueMinutes(noon, after(minutes, seconds))).toBe(expected))
})

describe('confirming presence and leaving the app', () => {
  const missed = [createAction('UNASSIGNED', 'CLINICIAN')]
  test('only a patient who missed a call can confirm their presence', () => {
    expect(canConfirmPresence({ status: 'QUEUED', actions: missed })).toBe(true)
    expect(canConfirmPresence({ status: 'QUEUED', actions: [] })).toBe(false)
  })
  test.each(ConsultationStatus.options)('presence and leaving for %s', (status) => {
    expect(canConfirmPresence({ status, actions: missed })).toBe(status === 'QUEUED')
    expect(canWaitAway({ status, type: 'on-demand' })).toBe(status === 'QUEUED')
  })
  test('a patient with an appointment cannot wait away from the app', () =>
    expect(canWaitAway({ status: 'QUEUED', type: 'scheduled' })).toBe(false))
})
