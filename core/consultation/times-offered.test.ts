import { expect, test } from 'vitest'
import { cancelProblem, rescheduleProblem } from './cancelling.ts'
import { DEFAULT_CARE_RULES } from './test-care.ts'
import { areTimesOffered, mayOfferTimes } from './times-offered.ts'

const START = new Date('2026-11-26T15:20:00Z')
const before = (minutes: number) => new Date(START.getTime() - minutes * 60_000)
const booked = { status: 'QUEUED', type: 'scheduled', startTime: START, actions: [] } as const
const bookingWithOffer = { ...booked, timesOfferedFor: START }
const terms = { notice: 120, care: DEFAULT_CARE_RULES }

test.each([
  ['yes, until the appointment begins', bookingWithOffer, before(1), true],
  ['no, once it has begun', bookingWithOffer, START, false],
  ['no, for another start', { ...bookingWithOffer, startTime: before(-60) }, before(1), false],
  ['no, without an offer', booked, before(1), false],
  ['no, when a clinician has started early', { ...bookingWithOffer, status: 'ACTIVE' as const }, before(1), false],
])('whether other times are offered: %s', (_, booking, now, expected) =>
  expect(areTimesOffered(booking, now)).toBe(expected),
)

test('a patient with offered times needs no notice and may choose a full refund', () => {
  const now = before(60)
  expect([cancelProblem(booked, terms, now), rescheduleProblem(booked, terms, now)]).toEqual(
    Array(2).fill('TOO_LATE_TO_CANCEL'),
  )
  expect([cancelProblem(bookingWithOffer, terms, now), rescheduleProblem(bookingWithOffer, terms, now)]).toEqual([
    undefined,
    undefined,
  ])
})

test.each([
  ['an appointment in the future', booked, before(1), true],
  ['an appointment that has begun', booked, START, false],
  ['a consultation that goes on', { ...booked, status: 'ACTIVE' as const }, before(1), false],
  ['an on-demand consultation', { ...booked, type: 'on-demand' as const, startTime: null }, before(1), false],
])('other times may be offered for %s: %#', (_, booking, now, expected) =>
  expect(mayOfferTimes(booking, now)).toBe(expected),
)
