import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Booking } from './booking-shape.ts'
import {
  afterCancelling,
  canCancelWithoutRefund,
  cancelProblem,
  freeCancellationUntil,
  rescheduleProblem,
} from './cancelling.ts'
import { type ActionType, createAction } from './status/actions.ts'
import { ConsultationStatus } from './status/status.ts'
import { DEFAULT_CARE_RULES as care } from './test-care.ts'

const now = new Date('2026-11-26T10:00:00Z')
const NOTICE = { notice: 120, care }
const LENIENT = { notice: 120, care: { ...care, graceMinutes: 10, lateCancellation: 'without-refund' as const } }
const at = (startTime: string): Booking => ({ status: 'QUEUED', type: 'scheduled', startTime, actions: [] })
const onDemand = (...types: ActionType[]): Booking => ({
  status: 'QUEUED',
  type: 'on-demand',
  startTime: null,
  actions: types.map((type) => createAction(type, 'CLINICIAN')),
})

describe('an appointment can be cancelled and moved [B4.14]', () => {
  test.each([
    ['it is possible a second before the notice begins', '2026-11-26T12:00:01Z', undefined],
    ['it is impossible exactly when the notice begins', '2026-11-26T12:00:00Z', 'TOO_LATE_TO_CANCEL'],
    ['it is impossible within the notice', '2026-11-26T11:59:59Z', 'TOO_LATE_TO_CANCEL'],
    ['it is impossible just after the start', '2026-11-26T09:59:00Z', 'TOO_LATE_TO_CANCEL'],
    [
      'it is impossible while the clinic is less than fifteen minutes late',
      '2026-11-26T09:45:01Z',
      'TOO_LATE_TO_CANCEL',
    ],
    ['it is possible from fifteen minutes of the clinic’s delay on', '2026-11-26T09:45:00Z', undefined],
  ])('%s', (_, startTime, expected) => {
    expect(cancelProblem(at(startTime), NOTICE, now)).toBe(expected)
    expect(rescheduleProblem(at(startTime), NOTICE, now)).toBe(expected)
  })
  test('a patient can cancel until the start when the partner requires no notice', () => {
    expect(cancelProblem(at('2026-11-26T10:00:01Z'), { notice: 0, care }, now)).toBeUndefined()
    expect(cancelProblem(at('2026-11-26T10:00:00Z'), { notice: 0, care }, now)).toBe('TOO_LATE_TO_CANCEL')
  })
})

describe('an appointment within the notice period', () => {
  const bookedAt = (clock: string) => ({
    ...at('2026-11-26T11:00:00Z'),
    actions: [{ ...createAction('QUEUED', 'SYSTEM'), createdAt: `2026-11-26T${clock}Z` }],
  })
  test('it can be neither cancelled nor moved, however recently it was booked [B4.14] [B8.8]', () => {
    const booking = bookedAt('09:59:59')
    expect(cancelProblem(booking, NOTICE, now)).toBe('TOO_LATE_TO_CANCEL')
    expect(rescheduleProblem(booking, NOTICE, now)).toBe('TOO_LATE_TO_CANCEL')
    expect(canCancelWithoutRefund(booking, NOTICE, now)).toBe(false)
  })
  test.each([
    ['it is possible for ten minutes after booking, where the partner allows it', '09:50:00.001', undefined],
    ['it is impossible from the tenth minute on', '09:50:00.000', 'TOO_LATE_TO_CANCEL'],
  ])('%s', (_, clock, expected) => {
    expect(cancelProblem(bookedAt(clock), LENIENT, now)).toBe(expected)
    expect(rescheduleProblem(bookedAt(clock), LENIENT, now)).toBe(expected)
    expect(canCancelWithoutRefund(bookedAt(clock), LENIENT, now)).toBe(expected !== undefined)
  })
  test('moving an appointment does not restart the ten minutes', () => {
    const moved = { ...createAction('QUEUED', 'PATIENT'), createdAt: '2026-11-26T09:59:00Z' }
    const booking = { ...bookedAt('09:00:00'), actions: [...bookedAt('09:00:00').actions, moved] }
    expect(freeCancellationUntil(booking, LENIENT, now)).toBeUndefined()
  })
})

describe('cancelling within the notice period without a refund, where the partner allows it', () => {
  test.each([
    ['it is possible until the start', at('2026-11-26T10:00:01Z'), true],
    ['it is impossible after the start, when the clinic is late', at('2026-11-26T10:00:00Z'), false],
    ['it is impossible while a full refund is possible', at('2026-11-26T12:00:01Z'), false],
    ['it is impossible during the consultation', { ...at('2026-11-26T10:00:01Z'), status: 'ACTIVE' as const }, false],
    ['it is impossible on demand', onDemand('QUEUED', 'ASSIGNED', 'UNASSIGNED'), false],
  ])('%s', (_, booking, expected) => expect(canCancelWithoutRefund(booking, LENIENT, now)).toBe(expected))
})

describe('an on-demand consultation', () => {
  test('it can be cancelled until a clinician takes it', () => {
    expect(cancelProblem(onDemand('QUEUED'), NOTICE, now)).toBeUndefined()
    expect(cancelProblem({ ...onDemand('ASSIGNED'), status: 'ACTIVE' }, NOTICE, now)).toBe('TOO_LATE_TO_CANCEL')
  })
  test('it cannot be cancelled after a missed call, or three missed calls would be free', () =>
    expect(cancelProblem(onDemand('QUEUED', 'ASSIGNED', 'UNASSIGNED'), NOTICE, now)).toBe('TOO_LATE_TO_CANCEL'))
  test('it has no time to move', () => expect(rescheduleProblem(onDemand(), NOTICE, now)).toBe('NOT_RESCHEDULABLE'))
})

test.each(ConsultationStatus.options.filter((status) => !['PENDING', 'QUEUED', 'ACTIVE'].includes(status)))(
  'a consultation that is %s cannot be cancelled',
  (status) => {
    const pastBooking = { ...at('2026-11-30T10:00:00Z'), status }
    expect(cancelProblem(pastBooking, NOTICE, now)).toBe('NOT_CANCELLABLE')
    expect(rescheduleProblem(pastBooking, NOTICE, now)).toBe('NOT_RESCHEDULABLE')
  },
)
test('a pending payment can be cancelled, but its time cannot be moved', () => {
  const pending = { ...at('2026-11-26T10:30:00Z'), status: 'PENDING' as const }
  expect(cancelProblem(pending, NOTICE, now)).toBeUndefined()
  expect(rescheduleProblem(pending, NOTICE, now)).toBe('NOT_RESCHEDULABLE')
})

describe('the cancellation', () => {
  test('it ends a call that is on, and records who cancelled', () => {
    const actions = [createAction('ASSIGNED', 'CLINICIAN'), createAction('PHONE_CALL_STARTED', 'CLINICIAN')]
    expect(afterCancelling({ status: 'ACTIVE', actions }, 'CLINICIAN')).toEqual({
      status: 'CANCELLED',
      actions: [createAction('PHONE_CALL_ENDED', 'CLINICIAN'), createAction('CANCELLED', 'CLINICIAN')],
    })
  })
  test('it happens once: a finished consultation stays unchanged', () =>
    expect(afterCancelling({ status: 'CANCELLED', actions: [] }, 'PATIENT')).toBeUndefined())
  test('whenever the rule lets a patient cancel, a transition exists', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...ConsultationStatus.options),
        fc.constantFrom('scheduled' as const, 'on-demand' as const),
        fc.integer({ min: -500, max: 500 }),
        (status, type, minutes) => {
          const startTime = type === 'scheduled' ? new Date(now.getTime() + minutes * 60_000) : null
          const booking: Booking = { status, type, startTime, actions: [] }
          if (cancelProblem(booking, NOTICE, now) === undefined)
            expect(afterCancelling(booking, 'PATIENT')?.status).toBe('CANCELLED')
        },
      ),
    ))
})
