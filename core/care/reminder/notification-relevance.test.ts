import { expect, test } from 'vitest'
import type { CareNotificationKind } from '../../notifications/choice/notifications.ts'
import { type ConsultationSnapshot, isStillRelevant } from './notification-relevance.ts'

const START = new Date('2026-11-26T15:20:00Z')
const before = (minutes: number, moment = START) => new Date(moment.getTime() - minutes * 60_000)
const queued: ConsultationSnapshot = {
  status: 'QUEUED',
  startsAt: START,
  rings: false,
  isAway: false,
  isPrescribed: false,
  areTimesOffered: false,
}
const piece = (kind: CareNotificationKind, startsAt: Date | null = START, createdAt = before(1500)) => ({
  kind,
  startsAt,
  createdAt,
})

test.each<[string, CareNotificationKind, number, boolean]>([
  ['a day before', 'reminder-day', 24 * 60, true],
  ['just over 3 hours before', 'reminder-day', 181, true],
  ['3 hours before', 'reminder-day', 180, false],
  ['an hour before', 'reminder-hour', 60, true],
  ['just over 20 minutes before', 'reminder-hour', 21, true],
  ['20 minutes before', 'reminder-hour', 20, false],
  ['10 minutes before', 'reminder-soon', 10, true],
  ['one minute before', 'reminder-soon', 1, true],
  ['at the start', 'reminder-soon', 0, false],
])('relevance of %s for %s: %#', (_, kind, minutes, expected) => {
  expect(isStillRelevant(piece(kind), queued, before(minutes))).toBe(expected)
})

test.each<[string, CareNotificationKind, Partial<ConsultationSnapshot>, boolean]>([
  ['a reminder of a moved appointment is dropped', 'reminder-day', { startsAt: before(-60) }, false],
  ['a reminder of a cancelled consultation is dropped', 'reminder-day', { status: 'CANCELLED' }, false],
  ['a booking that was moved since is dropped in favour of the move', 'booked', { startsAt: before(-60) }, false],
  [
    'a booking that was cancelled since is dropped in favour of the cancellation',
    'booked',
    { status: 'CANCELLED' },
    false,
  ],
  ['a booking that stands is sent', 'booked', {}, true],
  ['a cancellation is sent', 'cancelled', { status: 'CANCELLED' }, true],
  ['a ringing call is sent', 'called', { status: 'ACTIVE', rings: true }, true],
  ['a call that was answered or declined is dropped', 'called', { status: 'ACTIVE', rings: false }, false],
  ['a call of a closed consultation is dropped', 'called', { status: 'CLOSED', rings: true }, false],
  ['a missed call is sent while the patient waits again', 'missed', {}, true],
  ['a missed call is dropped while the patient is attended', 'missed', { status: 'ACTIVE' }, false],
  ['a reassignment is sent while the colleague attends', 'reassigned', { status: 'ACTIVE' }, true],
  ['a reassignment is dropped once the patient waits again', 'reassigned', {}, false],
  ['notes are sent once they are signed', 'notes', { status: 'CLOSED' }, true],
  ['a prescription is sent during the consultation', 'prescription', { status: 'ACTIVE', isPrescribed: true }, true],
  ['a prescription that was cancelled since is dropped', 'prescription', { status: 'CLOSED' }, false],
  ['the turn is sent to a patient who waits away from the app', 'turn', { isAway: true }, true],
  ['the turn is dropped for a patient who is back', 'turn', { isAway: false }, false],
  ['the turn is dropped for a patient who is attended', 'turn', { status: 'ACTIVE', isAway: true }, false],
  ['an offer of other times is sent', 'times-offered', { areTimesOffered: true }, true],
  ['an offer of other times is dropped after a reassignment', 'times-offered', {}, false],
  [
    'an offer of other times is dropped after the patient chose another',
    'times-offered',
    { areTimesOffered: true, startsAt: before(-60) },
    false,
  ],
  ['a payment that was too late for its slot is sent', 'too-late', { status: 'EXPIRED' }, true],
  ['a payment that secured its slot after all is not reported as too late', 'too-late', { status: 'QUEUED' }, false],
])('%s', (_, kind, changes, expected) => {
  const now = before(600)
  expect(isStillRelevant(piece(kind, START, before(2, now)), { ...queued, ...changes }, now)).toBe(expected)
})

test.each<[CareNotificationKind, number]>([
  ['called', 5],
  ['turn', 30],
  ['missed', 60],
  ['reassigned', 30],
  ['refunded', 48 * 60],
])('%s is relevant until its age limit, and not after it', (kind, minutes) => {
  const isCalled = kind === 'called' || kind === 'reassigned'
  const snapshot: ConsultationSnapshot = {
    status: isCalled ? 'ACTIVE' : 'QUEUED',
    startsAt: null,
    rings: true,
    isAway: true,
    areTimesOffered: false,
    isPrescribed: false,
  }
  const at = (age: number) => isStillRelevant(piece(kind, null, before(age)), snapshot, START)
  expect([at(minutes), at(minutes + 1)]).toEqual([true, false])
})

test('the confirmation of an on-demand booking, which has no time, is relevant while the patient waits', () => {
  expect(isStillRelevant(piece('booked', null, before(1)), { ...queued, startsAt: null }, START)).toBe(true)
})
