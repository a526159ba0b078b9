import type { AbsenceAppointment } from '@cuida/core/care/absence/absence-api.ts'
import { expect, test } from 'vitest'
import { chosenForAll, decidedOf, enterOf, keyOf, resolutionsInput, shortenOf, spanOf } from './resolutions.ts'

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

test('one choice is for all, but for what its patient chooses', () => {
  const chosen = chosenForAll('offer', [a, b, c], {})
  expect(decidedOf([a, b, c], chosen)).toEqual([
    { id: 'a', startTime: a.startTime, resolution: 'offer' },
    { id: 'b', startTime: b.startTime, resolution: 'offer' },
  ])
})

test('to colleagues goes whom somebody is free for; the rest keeps its own choice, or none', () => {
  expect(decidedOf([a, b], chosenForAll('reassign', [a, b], {}))).toEqual([
    { id: 'a', startTime: a.startTime, resolution: 'reassign', clinicianId: 'eva' },
  ])
  const before = { [keyOf(b)]: 'cancel' }
  expect(decidedOf([a, b], chosenForAll('reassign', [a, b], before)).map(({ resolution }) => resolution)).toEqual([
    'reassign',
    'cancel',
  ])
})

test('what was chosen for an hour is not chosen for another start of it', () =>
  expect(decidedOf([{ ...a, startTime: '2026-11-27T10:00:00.000Z' }], { [keyOf(a)]: 'cancel' })).toEqual([]))

const now = Date.parse('2026-11-25T12:00:00Z')
const typed = { from: '2026-11-26', starts: '', until: '2026-11-28', ends: '' }
test('without times of day it is whole days of the clinician’s clock', () =>
  expect(spanOf(typed, 'Europe/Madrid', now)).toEqual({
    startTime: '2026-11-25T23:00:00.000Z',
    endTime: '2026-11-28T23:00:00.000Z',
  }))
test('with them from the one to the other', () =>
  expect(spanOf({ ...typed, starts: '14:00', until: typed.from, ends: '16:30' }, 'Europe/Madrid', now)).toEqual({
    startTime: '2026-11-26T13:00:00.000Z',
    endTime: '2026-11-26T15:30:00.000Z',
  }))
test.each([
  ['backwards', { ...typed, until: '2026-11-25' }],
  ['in the past', { ...typed, from: '2026-11-20', until: '2026-11-24' }],
  ['without an end', { ...typed, until: '' }],
])('is no stretch: %s', (_, wrong) => expect(spanOf(wrong, 'Europe/Madrid', now)).toBeUndefined())

const marta = { id: 'marta', timeZone: 'Europe/Madrid' }
const long = { from: '2036-11-26', starts: '', until: '2036-11-28', ends: '', reason: ' A course until Friday ' }
test('is entered with what becomes of every hour, and not before', () => {
  expect(enterOf(marta, long, undefined, {})).toBeUndefined()
  expect(enterOf(marta, long, [a, c], {})).toBeUndefined()
  expect(enterOf(marta, long, [a, c], { [keyOf(a)]: 'cancel' })).toEqual({
    id: 'marta',
    startTime: '2036-11-25T23:00:00.000Z',
    endTime: '2036-11-28T23:00:00.000Z',
    reason: 'A course until Friday',
    resolutions: [{ id: 'a', startTime: a.startTime, resolution: 'cancel' }],
  })
})
test('what is left is settled one by one', () =>
  expect(resolutionsInput('absence', [a, b], { [keyOf(b)]: 'offer' }).resolutions.map(({ id }) => id)).toEqual(['b']))
test('who is back says since when', () => {
  const typed = { which: 'at' as const, day: '2026-11-27', time: '' }
  expect(shortenOf('absence', typed, 'Europe/Madrid', 'Back').endTime).toBe('2026-11-26T23:00:00.000Z')
  expect(shortenOf('absence', { ...typed, which: 'now' }, 'Europe/Madrid', 'Back').endTime).toBeNull()
})
