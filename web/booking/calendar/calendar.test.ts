import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { describe, expect, test } from 'vitest'
import { type CalendarState, calendarReducer, dayWithin, mergeTakenSlots, weekOf } from './calendar.ts'

const slotAt = (time: string) => ({ startTime: `2026-11-26T${time}:00.000Z`, endTime: `2026-11-26T${time}:59.000Z` })
const nine = slotAt('09:00')
const ten = slotAt('10:00')
const eleven = slotAt('11:00')
const open: CalendarState = {
  ...{ date: '2026-11-26', selectedSlot: undefined, takenSlots: [], notice: undefined },
  preselects: false,
}
const selectedState = calendarReducer(open, { type: 'slotChosen', slot: ten })
const refusal = (code: string, more = {}) => new CallFailed(409, 'trace', { code, ...more })
const early = Date.parse('2026-11-26T08:00:00.000Z')
const load = (state: CalendarState, slots: (typeof nine)[], at = early) =>
  calendarReducer(state, { type: 'dayLoaded', slots, at })

describe('a chosen time [B2.5]', () => {
  test('the first free time is chosen when the calendar opens, and never again', () => {
    const opening = { ...open, preselects: true }
    const preselected = load(opening, [nine, ten])
    expect(preselected).toMatchObject({ selectedSlot: nine, preselects: false })
    expect(load(preselected, [ten])).toMatchObject({ selectedSlot: undefined, notice: { kind: 'notOffered' } })
    expect(load(opening, [])).toMatchObject({ selectedSlot: undefined, preselects: true })
    expect(calendarReducer(opening, { type: 'dayOpened', date: '2026-11-27' }).preselects).toBe(false)
  })
  test('a day that opened by itself and is full gives way to the next free day; a day that a person opened stays', () => {
    const opening = { ...open, preselects: true }
    const moved = calendarReducer(load(opening, []), { type: 'dayWasFull', date: '2026-11-28' })
    expect(moved).toMatchObject({ date: '2026-11-28', preselects: true })
    expect(load(moved, [nine])).toMatchObject({ selectedSlot: nine })
    expect(calendarReducer(open, { type: 'dayWasFull', date: '2026-11-28' }).date).toBe(open.date)
  })
  test('a free time stays chosen', () => {
    expect(load(selectedState, [nine, ten])).toMatchObject({ selectedSlot: ten, takenSlots: [], notice: undefined })
  })
  test('a time that is no longer free is lost with a notice', () => {
    const after = load(selectedState, [nine])
    expect(after).toMatchObject({ selectedSlot: undefined, takenSlots: [], notice: { kind: 'notOffered', slot: ten } })
  })
  test.each([
    ['SLOT_TAKEN', { selectedSlot: undefined, takenSlots: [ten], notice: { kind: 'taken', slot: ten } }],
    ['SLOT_NOT_OFFERED', { selectedSlot: undefined, takenSlots: [], notice: { kind: 'notOffered', slot: ten } }],
    ['TOO_MANY_LOCKS', { selectedSlot: ten, takenSlots: [], notice: { kind: 'tooMany' } }],
    ['CLINICIAN_NOT_FOUND', { selectedSlot: ten, notice: { kind: 'holdFailed' } }],
    [undefined, { selectedSlot: ten, notice: { kind: 'holdFailed' } }],
    ['CONSULTATION_OVERLAPS', { selectedSlot: undefined, takenSlots: [], notice: { kind: 'overlaps', slot: ten } }],
  ])('a hold is refused with %s', (code, expected) => {
    expect(calendarReducer(selectedState, { type: 'holdRefused', error: code && refusal(code) })).toMatchObject(
      expected,
    )
  })
  test("an overlap names the patient's other consultation", () => {
    const existing = { consultationId: '0190f3a0-0000-7000-8000-000000000001', startTime: nine.startTime }
    const error = refusal('CONSULTATION_OVERLAPS', { existing })
    expect(calendarReducer(selectedState, { type: 'holdRefused', error }).notice).toEqual({
      kind: 'overlaps',
      slot: ten,
      existing,
    })
  })
  test('another choice clears the notice', () => {
    const lostState = calendarReducer(selectedState, { type: 'holdRefused', error: refusal('SLOT_TAKEN') })
    expect(calendarReducer(lostState, { type: 'slotChosen', slot: nine })).toMatchObject({
      selectedSlot: nine,
      notice: undefined,
    })
  })
  test('another day starts without a choice', () => {
    const after = calendarReducer(selectedState, { type: 'dayOpened', date: '2026-11-27' })
    expect(after).toMatchObject({ date: '2026-11-27', selectedSlot: undefined })
  })
})

describe('a time taken while the calendar is open', () => {
  const before = load(open, [nine, ten, eleven])
  test('a taken time stays in place, and nothing else changes', () => {
    expect(load({ ...before, selectedSlot: ten }, [ten, eleven])).toMatchObject({
      takenSlots: [nine],
      selectedSlot: ten,
      notice: undefined,
    })
  })
  test('only a taken time changes the list, so a day renders once', () => {
    expect(load({ ...before, date: '2026-11-27' }, [nine]).takenSlots).toBe(before.takenSlots)
    const lostState = load(before, [ten, eleven])
    expect(load(lostState, [ten, eleven]).takenSlots).toBe(lostState.takenSlots)
    expect(load(lostState, [eleven]).takenSlots).not.toBe(lostState.takenSlots)
  })
  test('a released time is free again', () => {
    expect(load(load(before, [ten, eleven]), [nine, ten, eleven]).takenSlots).toEqual([])
  })
  test('a taken time stays when another one follows', () => {
    expect(load(load(before, [ten, eleven]), [eleven]).takenSlots).toEqual([nine, ten])
  })
  test('a chosen time that is taken shows a notice and stays visible', () => {
    const after = load({ ...before, selectedSlot: ten }, [nine, eleven])
    expect(after).toMatchObject({
      selectedSlot: undefined,
      takenSlots: [ten],
      notice: { kind: 'notOffered', slot: ten },
    })
  })
  test.each([
    ['half an hour before, to the second', '2026-11-26T08:30:00.000Z', []],
    ['a second earlier', '2026-11-26T08:29:59.000Z', [nine]],
  ])('a time that came too near does not count as taken: %s', (_, at, expected) => {
    expect(load(before, [ten, eleven], Date.parse(at)).takenSlots).toEqual(expected)
  })
  test('another day shows no taken times', () => {
    const next = calendarReducer(before, { type: 'dayOpened', date: '2026-11-27' })
    expect(load(next, []).takenSlots).toEqual([])
  })
})

test('pressing without a choice explains what is missing', () => {
  expect(calendarReducer(open, { type: 'pressedWithoutSlot' }).notice).toEqual({ kind: 'pickFirst' })
})

test('taken times stand in place on their day only, until they are free again', () => {
  const mergeTaken = (slots: (typeof nine)[], isOfDay: boolean) => mergeTakenSlots(slots, [ten], () => isOfDay)
  expect(mergeTaken([nine, eleven], true)).toEqual([nine, { ...ten, taken: true }, eleven])
  expect(mergeTaken([nine, eleven], false)).toEqual([nine, eleven])
  expect(mergeTaken([nine, ten], true)).toEqual([nine, ten])
})

describe('pages of a week', () => {
  const today = '2026-11-21'
  test('the first page starts today and has no previous one', () => {
    const { days, earlier, later } = weekOf(today, today)
    expect([days[0], days.at(-1), earlier, later]).toEqual(['2026-11-21', '2026-11-27', undefined, '2026-11-28'])
  })
  test('the seventh day from today opens the second page', () => {
    expect(weekOf(today, '2026-11-27').days[0]).toBe('2026-11-21')
    expect(weekOf(today, '2026-11-28').days[0]).toBe('2026-11-28')
    expect(weekOf(today, '2026-11-28').earlier).toBe('2026-11-21')
  })
  test('the last page ends at the booking horizon', () => {
    const { days, later } = weekOf(today, '2026-12-21')
    expect([days[0], days.at(-1), later]).toEqual(['2026-12-19', '2026-12-21', undefined])
  })
})

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-12-21', '2026-12-21'],
  ['2026-12-22', undefined],
  ['2026-11-20', undefined],
  ['soon', undefined],
  [null, undefined],
])('a link to %s opens %s', (date, expected) => expect(dayWithin(date, '2026-11-21')).toBe(expected))
