import { expect, test } from 'vitest'
import { availabilityAt } from './availability.ts'

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
