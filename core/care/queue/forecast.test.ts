import fc from 'fast-check'
import { expect, test } from 'vitest'
import { automaticRefundTime, forecastWait, promisedCallTime, type QueueSnapshot } from './forecast.ts'

const free = { heldFor: null, booked: [] }
const busy = (heldFor: number) => ({ heldFor, booked: [] })
const line = (more: Partial<QueueSnapshot>): QueueSnapshot => ({
  ahead: 0,
  onDuty: [free],
  medianMinutes: 10,
  idleMinutes: 0,
  ...more,
})

test.each<[string, Partial<QueueSnapshot>, object]>([
  ['the first in the queue with a free clinician: "less than 5 minutes" [B9.7]', {}, { from: 0, to: 5 }],
  ['the first in the queue with a clinician who has just begun', { onDuty: [busy(0)] }, { from: 5, to: 15 }],
  ['a clinician who is almost done', { onDuty: [busy(9)] }, { from: 0, to: 5 }],
  ['a consultation that takes much longer than usual', { onDuty: [busy(45)] }, { from: 0, to: 5 }],
  ['two ahead and one clinician', { ahead: 2 }, { from: 15, to: 25 }],
  ['two ahead and three clinicians', { ahead: 2, onDuty: [free, free, free] }, { from: 0, to: 5 }],
  ['a clinician with a booked consultation next', { onDuty: [{ ...free, booked: [3] }] }, { from: 10, to: 20 }],
  ['a booked consultation that should have begun', { onDuty: [{ ...free, booked: [-6] }] }, { from: 5, to: 15 }],
  ['a booked consultation much later', { onDuty: [{ ...free, booked: [120] }] }, { from: 0, to: 5 }],
  [
    'a booked consultation between those ahead',
    { ahead: 2, onDuty: [{ ...free, booked: [12] }] },
    { from: 25, to: 40 },
  ],
  ['a queue that stalls although a clinician is free', { idleMinutes: 47 }, { from: 35, to: 60 }],
  ['a queue that has just begun to wait', { idleMinutes: 3 }, { from: 0, to: 5 }],
  ['more than three hours', { ahead: 100 }, { from: 180, to: 180 }],
])('forecast of %s [B4.13]', (_, more, range) => expect(forecastWait(line(more))).toEqual(range))

test('no wait is forecast while no clinician is on duty', () =>
  expect(forecastWait(line({ onDuty: [] }))).toBeUndefined())

const onDuty = fc.record({
  heldFor: fc.option(fc.double({ min: 0, max: 120, noNaN: true })),
  booked: fc.array(fc.double({ min: -60, max: 180, noNaN: true }), { maxLength: 3 }),
})
const lines = fc.record({
  ahead: fc.integer({ min: 0, max: 60 }),
  onDuty: fc.array(onDuty, { minLength: 1, maxLength: 8 }),
  medianMinutes: fc.double({ min: 0, max: 240, noNaN: true }),
  idleMinutes: fc.double({ min: 0, max: 240, noNaN: true }),
})

test('a forecast is ordered, positive and bounded, and never shorter for a patient further back', () => {
  fc.assert(
    fc.property(lines, (one) => {
      const now = forecastWait(one)
      const behind = forecastWait({ ...one, ahead: one.ahead + 1 })
      if (!now || !behind) throw new Error('somebody is there')
      expect(now.from).toBeGreaterThanOrEqual(0)
      expect(now.to).toBeGreaterThanOrEqual(now.from)
      expect(now.to).toBeLessThanOrEqual(180)
      expect(behind.from >= now.from && behind.to >= now.to).toBe(true)
    }),
  )
})

const noon = new Date('2026-11-28T12:00:00Z')
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
test.each([
  ['the end of the forecast', { from: 5, to: 15 }, undefined, at(15)],
  ['a quarter of an hour after the first clinician is due', undefined, at(40), at(55)],
  ['a quarter of an hour from now, while the due clinician is late', undefined, at(-10), at(15)],
])('a call is promised by %s', (_, wait, due, promised) => {
  expect(promisedCallTime(wait, due, noon)).toEqual(promised)
  expect(automaticRefundTime(promised, { releaseMinutes: 45 })).toEqual(new Date(promised.getTime() + 45 * 60_000))
})
