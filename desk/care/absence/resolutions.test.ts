import type { AbsenceAppointment } from '@cuida/core/care/absence/absence-api.ts'
import { expect, test } from 'vitest'
import {
  absenceInput,
  applyToAll,
  keyOf,
  parseTimeRange,
  resolutionsInput,
  resolvedAppointments,
  shortenInput,
} from './resolutions.ts'

const hour = (id: string, clock: number, free: string[], areTimesOffered = false): AbsenceAppointment => ({
  id,
  startTime: `2026-11-26T${clock}:00:00.000Z`,
  endTime: `2026-11-26T${clock}:20:00.000Z`,
  free,
  areTimesOffered,
  product: { id: '1', name: 'Nutrition' },
  patient: { firstName: 'Ana', lastName: 'Pérez' },
})
const a = hour('a', 10, ['eva'])
const b = hour('b', 10, ['eva'])
const c = hour('c', 12, [], true)

test('one choice applies to all appointments except those whose patient chooses', () => {
  const resolutions = applyToAll('offer', [a, b, c], {})
  expect(resolvedAppointments([a, b, c], resolutions)).toEqual([
    { id: 'a', startTime: a.startTime, resolution: 'offer' },
    { id: 'b', startTime: b.startTime, resolution: 'offer' },
  ])
})

test('reassigning all uses free colleagues, and other appointments keep their choice or none', () => {
  expect(resolvedAppointments([a, b], applyToAll('reassign', [a, b], {}))).toEqual([
    { id: 'a', startTime: a.startTime, resolution: 'reassign', clinicianId: 'eva' },
  ])
  const before = { [keyOf(b)]: 'cancel' }
  expect(
    resolvedAppointments([a, b], applyToAll('reassign', [a, b], before)).map(({ resolution }) => resolution),
  ).toEqual(['reassign', 'cancel'])
})

test('a choice does not apply to the same appointment at another start time', () =>
  expect(resolvedAppointments([{ ...a, startTime: '2026-11-27T10:00:00.000Z' }], { [keyOf(a)]: 'cancel' })).toEqual([]))

const now = Date.parse('2026-11-25T12:00:00Z')
const typed = { from: '2026-11-26', starts: '', until: '2026-11-28', ends: '' }
test('without times the range is whole days of the clinician’s time zone', () =>
  expect(parseTimeRange(typed, 'Europe/Madrid', now)).toEqual({
    startTime: '2026-11-25T23:00:00.000Z',
    endTime: '2026-11-28T23:00:00.000Z',
  }))
test('with times the range goes from one to the other', () =>
  expect(parseTimeRange({ ...typed, starts: '14:00', until: typed.from, ends: '16:30' }, 'Europe/Madrid', now)).toEqual(
    {
      startTime: '2026-11-26T13:00:00.000Z',
      endTime: '2026-11-26T15:30:00.000Z',
    },
  ))
test.each([
  ['it ends before it starts', { ...typed, until: '2026-11-25' }],
  ['it is in the past', { ...typed, from: '2026-11-20', until: '2026-11-24' }],
  ['it has no end', { ...typed, until: '' }],
])('the range is invalid when %s', (_, wrong) => expect(parseTimeRange(wrong, 'Europe/Madrid', now)).toBeUndefined())

const marta = { id: 'marta', timeZone: 'Europe/Madrid' }
const long = { from: '2036-11-26', starts: '', until: '2036-11-28', ends: '', reason: ' A course until Friday ' }
test('an absence is complete only when every appointment has a resolution', () => {
  expect(absenceInput(marta, long, undefined, {})).toBeUndefined()
  expect(absenceInput(marta, long, [a, c], {})).toBeUndefined()
  expect(absenceInput(marta, long, [a, c], { [keyOf(a)]: 'cancel' })).toEqual({
    id: 'marta',
    startTime: '2036-11-25T23:00:00.000Z',
    endTime: '2036-11-28T23:00:00.000Z',
    reason: 'A course until Friday',
    resolutions: [{ id: 'a', startTime: a.startTime, resolution: 'cancel' }],
  })
})
test('remaining appointments are resolved one by one', () =>
  expect(resolutionsInput('absence', [a, b], { [keyOf(b)]: 'offer' }).resolutions.map(({ id }) => id)).toEqual(['b']))
test('shortening an absence sends the time of return', () => {
  const typed = { which: 'at' as const, day: '2026-11-27', time: '' }
  expect(shortenInput('absence', typed, 'Europe/Madrid', 'Back').endTime).toBe('2026-11-26T23:00:00.000Z')
  expect(shortenInput('absence', { ...typed, which: 'now' }, 'Europe/Madrid', 'Back').endTime).toBeNull()
})
