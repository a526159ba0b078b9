import { expect, test } from 'vitest'
import type { CareNotificationKind } from '../../notifications/choice/notifications.ts'
import { isStillRelevant, type Standing } from './notification-relevance.ts'

const START = new Date('2026-11-26T15:20:00Z')
const before = (minutes: number, moment = START) => new Date(moment.getTime() - minutes * 60_000)
const queued: Standing = {
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

test.each<[string, CareNotificationKind, Partial<Standing>, boolean]>([
  ['a reminder of a time that was moved is none', 'reminder-day', { startsAt: before(-60) }, false],
  ['a reminder of a cancelled consultation is none', 'reminder-day', { status: 'CANCELLED' }, false],
  ['a booking that was moved since is told as the move alone', 'booked', { startsAt: before(-60) }, false],
  ['a booking that was cancelled since is told as that alone', 'booked', { status: 'CANCELLED' }, false],
  ['a booking that stands is told', 'booked', {}, true],
  ['a cancelling is told', 'cancelled', { status: 'CANCELLED' }, true],
  ['a call that rings is told', 'called', { status: 'ACTIVE', rings: true }, true],
  ['a call that was answered or declined is not', 'called', { status: 'ACTIVE', rings: false }, false],
  ['nor is one of care that is over', 'called', { status: 'CLOSED', rings: true }, false],
  ['a missed call is told while the patient waits again', 'missed', {}, true],
  ['a missed call is not told to somebody who is being attended', 'missed', { status: 'ACTIVE' }, false],
  ['a reassignment is told while the colleague attends', 'reassigned', { status: 'ACTIVE' }, true],
  ['and not once they wait again', 'reassigned', {}, false],
  ['notes are told once they are signed', 'notes', { status: 'CLOSED' }, true],
  [
    'a prescription is told while the consultation goes on',
    'prescription',
    { status: 'ACTIVE', isPrescribed: true },
    true,
  ],
  ['a prescription that was cancelled since is not', 'prescription', { status: 'CLOSED' }, false],
  ['a turn that is near is told to who waits away', 'turn', { isAway: true }, true],
  ['a turn that is near is not told to who is back', 'turn', { isAway: false }, false],
  ['a turn that is near is not told to who is being attended', 'turn', { status: 'ACTIVE', isAway: true }, false],
  ['other times that were offered are told', 'times-offered', { areTimesOffered: true }, true],
  ['and not to who was given to a colleague since', 'times-offered', {}, false],
  ['nor to who chose another', 'times-offered', { areTimesOffered: true, startsAt: before(-60) }, false],
  ['an hour whose money came too late is told', 'too-late', { status: 'EXPIRED' }, true],
  ['an hour that was paid after all is not', 'too-late', { status: 'QUEUED' }, false],
])('%s', (_, kind, standing, expected) => {
  const now = before(600)
  expect(isStillRelevant(piece(kind, START, before(2, now)), { ...queued, ...standing }, now)).toBe(expected)
})

test.each<[CareNotificationKind, number]>([
  ['called', 5],
  ['turn', 30],
  ['missed', 60],
  ['reassigned', 30],
  ['refunded', 48 * 60],
])('%s is relevant until its age limit, and not after it', (kind, minutes) => {
  const isCalled = kind === 'called' || kind === 'reassigned'
  const standing: Standing = {
    status: isCalled ? 'ACTIVE' : 'QUEUED',
    startsAt: null,
    rings: true,
    isAway: true,
    areTimesOffered: false,
    isPrescribed: false,
  }
  const at = (age: number) => isStillRelevant(piece(kind, null, before(age)), standing, START)
  expect([at(minutes), at(minutes + 1)]).toEqual([true, false])
})

test('the confirmation of an on-demand booking, which has no time, is relevant while the patient waits', () => {
  expect(isStillRelevant(piece('booked', null, before(1)), { ...queued, startsAt: null }, START)).toBe(true)
})
