import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Availability, availabilityAt, setAvailability } from './availability.ts'

const until = '2026-03-02T16:20:00.000Z'
const pause = { state: 'paused', until } as const

test('a pause ends exactly at its minute', () => {
  expect(availabilityAt(pause, Date.parse(until) - 1)).toEqual(pause)
  expect(availabilityAt(pause, Date.parse(until))).toEqual({ state: 'available', until: null })
})

test('the state off does not end by itself', () => {
  const off = { state: 'off', until: null } as const
  expect(availabilityAt(off, Date.parse(until))).toEqual(off)
})

test('an availability that lacks its end or its state stays unchanged', () => {
  for (const availability of [
    { state: 'available', until },
    { state: 'off', until },
    { state: 'paused', until: null },
  ] as const)
    expect(availabilityAt(availability, Date.parse(until) + 1)).toEqual(availability)
})

test('the desk reads the availability and its end', () => {
  for (const state of ['available', 'paused', 'off'] as const)
    expect(v.parse(Availability, { state, until })).toEqual({ state, until })
})

test('a pause has whole minutes, from 5 to 240', () => {
  const isRight = (minutes: number) => v.is(setAvailability.body, { state: 'paused', minutes })
  expect([4, 5, 240, 241, 10.5].map(isRight)).toEqual([false, true, true, false, false])
  expect(v.parse(setAvailability.body, { state: 'paused', minutes: 20 })).toEqual({ state: 'paused', minutes: 20 })
})
