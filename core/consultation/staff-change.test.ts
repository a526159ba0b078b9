import { expect, test } from 'vitest'
import { detectStaffChange, isStaffNotificationRelevant } from './staff-change.ts'

const ten = new Date('2026-11-26T10:00:00Z')
const noon = new Date('2026-11-26T12:00:00Z')
const clinicianBooking = { status: 'QUEUED', startsAt: noon, isTheirs: true } as const

test.each([
  ['a consultation that is new to the clinician is booked', undefined, clinicianBooking, 'booked', noon],
  ['an unchanged start sends nothing', noon, clinicianBooking, undefined, noon],
  ['another start is a move from the known one', ten, clinicianBooking, 'moved', noon],
  ['a cancelled consultation is cancelled', noon, { ...clinicianBooking, status: 'CANCELLED' }, 'cancelled', null],
  [
    'a consultation that came and went unnoticed sends nothing',
    undefined,
    { ...clinicianBooking, status: 'CANCELLED' },
    undefined,
    null,
  ],
  [
    'a consultation assigned to a colleague is passed on',
    noon,
    { ...clinicianBooking, isTheirs: false },
    'passed-on',
    null,
  ],
  [
    'a consultation taken over by a colleague is passed on',
    noon,
    { ...clinicianBooking, status: 'ACTIVE', isTheirs: false },
    'passed-on',
    null,
  ],
  [
    'a consultation that the clinician attends sends nothing',
    noon,
    { ...clinicianBooking, status: 'ACTIVE' },
    undefined,
    noon,
  ],
  [
    'a closed consultation sends nothing',
    noon,
    { ...clinicianBooking, status: 'CLOSED', isTheirs: false },
    undefined,
    null,
  ],
] as const)('%s', (_, known, snapshot, kind, after) => {
  const { notification, known: from } = detectStaffChange(known, snapshot)
  expect([notification?.kind, from]).toEqual([kind, after])
  if (kind === 'moved') expect(notification).toMatchObject({ startsAt: noon, wasAt: ten })
})

test.each([
  ['booked', { status: 'CANCELLED' }, false],
  ['booked', { startsAt: ten }, false],
  ['booked', { isTheirs: false }, false],
  ['cancelled', { status: 'CANCELLED' }, true],
  ['passed-on', {}, false],
  ['soon', {}, true],
  ['soon', { isTheirs: false }, false],
  ['late', { isTheirs: false }, false],
] as const)('the notification %s with %o is still relevant: %s', (kind, change, is) => {
  const now = new Date('2026-11-26T11:55:00Z')
  expect(
    isStaffNotificationRelevant({ kind, startsAt: noon, createdAt: now }, { ...clinicianBooking, ...change }, now),
  ).toBe(is)
})

test('a notification of an unattended patient stays relevant to every recipient until a clinician comes', () => {
  const piece = { kind: 'late', startsAt: noon, createdAt: noon } as const
  expect(isStaffNotificationRelevant(piece, { ...clinicianBooking, isTheirs: false }, noon)).toBe(true)
  expect(isStaffNotificationRelevant(piece, { ...clinicianBooking, status: 'ACTIVE' }, noon)).toBe(false)
})
