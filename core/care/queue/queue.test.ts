import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedWait } from './queue.ts'

test.each([
  ['the first in line with two clinicians hears "less than 5 minutes" [B9.7]', 1, 2, 10, { from: 0, to: 5 }],
  ['the first in line with one clinician waits for at most one consultation', 1, 1, 12, { from: 0, to: 15 }],
  ['the third in line waits for two to three', 3, 1, 10, { from: 20, to: 30 }],
  ['more clinicians, shorter wait', 3, 3, 10, { from: 5, to: 10 }],
  ['exact multiples are not stretched', 2, 1, 5, { from: 5, to: 10 }],
  ['instant consultations still take a moment', 4, 1, 0, { from: 0, to: 5 }],
  ['a forecast of more than three hours is three hours', 100, 1, 15, { from: 180, to: 180 }],
])('%s [B4.13]', (_, position, online, medianMinutes, range) =>
  expect(expectedWait({ position, online, medianMinutes })).toEqual(range),
)

test('nobody promises a wait while no clinician is there', () =>
  expect(expectedWait({ position: 1, online: 0, medianMinutes: 10 })).toBeUndefined())

test('nobody is told a wait who is in no line', () =>
  expect(expectedWait({ position: 0, online: 1, medianMinutes: 10 })).toBeUndefined())

const queues = fc.record({
  position: fc.integer({ min: 1, max: 500 }),
  online: fc.integer({ min: 1, max: 60 }),
  medianMinutes: fc.double({ min: 0, max: 240, noNaN: true }),
})

test('a range is never upside down, negative or endless, and stepping forward never lengthens the wait', () => {
  fc.assert(
    fc.property(queues, (queue) => {
      const now = expectedWait(queue)
      const behind = expectedWait({ ...queue, position: queue.position + 1 })
      const helped = expectedWait({ ...queue, online: queue.online + 1 })
      if (!now || !behind || !helped) throw new Error('somebody is there')
      expect(now.from).toBeGreaterThanOrEqual(0)
      expect(now.to).toBeGreaterThanOrEqual(now.from)
      expect(now.to).toBeLessThanOrEqual(180)
      expect(behind.from >= now.from && behind.to >= now.to).toBe(true)
      expect(helped.from <= now.from && helped.to <= now.to).toBe(true)
    }),
  )
})
