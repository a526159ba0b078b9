import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Availability, availabilityAt, setAvailability } from './availability.ts'

const until = '2026-03-02T16:20:00.000Z'
const pause = { state: 'paused', until } as const

test('a pause lasts until its minute, and not a moment longer', () => {
  expect(availabilityAt(pause, Date.parse(until) - 1)).toEqual(pause)
  expect(availabilityAt(pause, Date.parse(until))).toEqual({ state: 'available', until: null })
})

test('off does not end by the clock', () => {
  const off = { state: 'off', until: null } as const
  expect(availabilityAt(off, Date.parse(until))).toEqual(off)
})

test('whoever said only until when, or only that they paused, stays as they said', () => {
  for (const said of [
    { state: 'available', until },
    { state: 'off', until },
    { state: 'paused', until: null },
  ] as const)
    expect(availabilityAt(said, Date.parse(until) + 1)).toEqual(said)
})

test('the desk hears how somebody stands, and until when', () => {
  for (const state of ['available', 'paused', 'off'] as const)
    expect(v.parse(Availability, { state, until })).toEqual({ state, until })
})

test('a pause is asked for in whole minutes, from 5 to 240', () => {
  const isRight = (minutes: number) => v.is(setAvailability.body, { state: 'paused', minutes })
  expect([4, 5, 240, 241, 10.5].map(isRight)).toEqual([false, true, true, false, false])
  expect(v.parse(setAvailability.body, { state: 'paused', minutes: 20 })).toEqual({ state: 'paused', minutes: 20 })
})
