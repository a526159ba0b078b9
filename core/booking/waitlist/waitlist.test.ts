import { describe, expect, test } from 'vitest'
import { isQuiet, offerOf } from './waitlist.ts'

const at = (time: string) => new Date(`2026-11-26T${time}.000Z`)
const slot = (time: string) => ({ start: at(time), end: new Date(at(time).getTime() + 20 * 60_000) })
const offeredSlot = (slots: string[], until = '18:00:00') =>
  offerOf([{ date: '2026-11-26', slots: slots.map(slot) }], at(until), at('10:00:00'))

describe('the slot that is offered', () => {
  test('it is the soonest', () => expect(offeredSlot(['12:00:00', '13:00:00'])).toEqual(slot('12:00:00')))
  test('it leaves the time of the offer and the lead time, to the second', () => {
    expect(offeredSlot(['10:45:00'])).toEqual(slot('10:45:00'))
    expect(offeredSlot(['10:44:59'])).toBeUndefined()
  })
  test('it is sooner than the next free slot, to the second', () => {
    expect(offeredSlot(['17:59:59'])).toEqual(slot('17:59:59'))
    expect(offeredSlot(['18:00:00'])).toBeUndefined()
  })
})

test.each([
  ['07:59', true],
  ['08:00', false],
  ['21:29', false],
  ['21:30', true],
  ['00:00', true],
])('quiet hours at %s: %s', (time, quiet) => expect(isQuiet(time)).toBe(quiet))
