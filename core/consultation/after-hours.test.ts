import { expect, test } from 'vitest'
import { afterHoursOf } from './after-hours.ts'
import { cancelProblem } from './cancelling.ts'
import { createAction } from './status/actions.ts'
import { ConsultationStatus } from './status/status.ts'
import { DEFAULT_CARE_RULES } from './test-care.ts'

const SHUT = new Date('2026-11-26T20:00:00Z')
const after = (minutes: number) => new Date(SHUT.getTime() + minutes * 60_000)
const waiting = { status: 'QUEUED', type: 'on-demand', afterHoursSince: SHUT } as const

test.each([
  [0, 'choice'],
  [14.99, 'choice'],
  [15, 'release'],
] as const)('%d minutes after closing a waiting patient has the state %s', (minutes, expected) =>
  expect(afterHoursOf(waiting, DEFAULT_CARE_RULES, after(minutes))).toBe(expected),
)

test('a patient who waits within the hours, or for the next ones, has no choice to make', () =>
  expect(afterHoursOf({ ...waiting, afterHoursSince: null }, DEFAULT_CARE_RULES, after(60))).toBe('in-hours'))

test('a patient who keeps the first position does so until the next opening', () => {
  const keptBooking = { ...waiting, keptUntil: after(600) }
  expect(afterHoursOf(keptBooking, DEFAULT_CARE_RULES, after(599.99))).toBe('kept')
  expect(afterHoursOf(keptBooking, DEFAULT_CARE_RULES, after(600))).toBe('in-hours')
})

test('a patient with an appointment is never after hours', () =>
  expect(afterHoursOf({ ...waiting, type: 'scheduled' }, DEFAULT_CARE_RULES, after(60))).toBe('in-hours'))

test.each(ConsultationStatus.options.filter((status) => status !== 'QUEUED'))(
  'a patient who is %s is never after hours',
  (status) => expect(afterHoursOf({ ...waiting, status }, DEFAULT_CARE_RULES, after(60))).toBe('in-hours'),
)

test('a full refund is then possible, even after missed calls', () => {
  const called = [
    createAction('QUEUED', 'SYSTEM'),
    createAction('ASSIGNED', 'CLINICIAN'),
    createAction('UNASSIGNED', 'CLINICIAN'),
  ]
  const booking = { status: 'QUEUED', type: 'on-demand', startTime: null, actions: called } as const
  const terms = { notice: 120, care: DEFAULT_CARE_RULES }
  expect(cancelProblem(booking, terms, after(1))).toBe('TOO_LATE_TO_CANCEL')
  expect(cancelProblem({ ...booking, afterHoursSince: SHUT }, terms, after(1))).toBeUndefined()
})
