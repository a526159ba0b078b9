import { describe, expect, test } from 'vitest'
import type { Booking } from './booking-shape.ts'
import { latenessOf, mayChoose } from './late.ts'
import { type ActionType, createAction } from './status/actions.ts'
import { ConsultationStatus } from './status/status.ts'
import { DEFAULT_CARE_RULES as care } from './test-care.ts'

const START = new Date('2026-11-26T10:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
const booked = (...types: ActionType[]): Booking => ({
  status: 'QUEUED',
  type: 'scheduled',
  startTime: START,
  actions: ['QUEUED' as const, ...types].map((type) => createAction(type, 'CLINICIAN')),
})

describe('an appointment that no clinician has taken', () => {
  test.each([
    [-60, 'on-time'],
    [4.99, 'on-time'],
    [5, 'late'],
    [14.99, 'late'],
    [15, 'choice'],
    [44.99, 'choice'],
    [45, 'release'],
    [600, 'release'],
  ] as const)('%d minutes after its start it is %s', (minutes, expected) => {
    expect(latenessOf(booked(), care, after(minutes))).toBe(expected)
  })
  test('the partner sets the minutes', () =>
    expect(latenessOf(booked(), { ...care, lateMinutes: 2 }, after(2))).toBe('late'))
})

describe('an appointment is on time', () => {
  test('when the clinician came and did not reach the patient', () =>
    expect(latenessOf(booked('ASSIGNED', 'VIDEO_CALL_FAILED', 'UNASSIGNED'), care, after(60))).toBe('on-time'))
  test.each(ConsultationStatus.options.filter((status) => status !== 'QUEUED'))('when it is %s', (status) =>
    expect(latenessOf({ ...booked(), status }, care, after(60))).toBe('on-time'),
  )
  test('when the patient waits on demand', () =>
    expect(latenessOf({ ...booked(), type: 'on-demand', startTime: null }, care, after(60))).toBe('on-time'))
})

test('a patient who was taken by mistake and requeued starts a new wait', () =>
  expect(latenessOf(booked('ASSIGNED', 'QUEUED'), care, after(15))).toBe('choice'))

test('an appointment counts as untaken until a clinician is assigned', () =>
  expect(latenessOf(booked('UNASSIGNED'), care, after(15))).toBe('choice'))

test('the patient has a choice from fifteen minutes on, until a clinician comes', () =>
  expect((['on-time', 'late', 'choice', 'release'] as const).map(mayChoose)).toEqual([false, false, true, true]))
