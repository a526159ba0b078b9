import { getAgenda, listRescheduleTimes, rescheduleBooked, setHours } from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasBookings, hoursInput, rescheduleInput, reserveSlotInput } from './agenda-inputs.ts'
import {
  useAgenda,
  useDeskTimes,
  useRescheduleBooked,
  useRescheduleTimes,
  useReserveSlot,
  useSetHours,
} from './queries.ts'

beforeEach(() => freezeTime())

describe('the agenda query', () => {
  test('the current week is polled every 15 seconds, and the previous one shows until it arrives', async () => {
    const server = mockServer()
    server.reply(getAgenda, ({ query }) => ({ from: query.get('from') }))
    let from = '2026-11-23'
    const screen = await renderHookWithQueries(() => useAgenda(from))
    await advanceTime(15_000)
    expect(server.requestsTo(getAgenda).map(({ query }) => query.get('from'))).toEqual([from, from])
    let answer = (_: object) => {}
    server.reply(getAgenda, () => new Promise<object>((resolve) => (answer = resolve)))
    from = '2026-11-30'
    await screen.rerender()
    expect(screen.current()).toMatchObject({ data: { from: '2026-11-23' }, isPlaceholderData: true })
    await screen.act(() => answer({ from: '2026-11-30' }))
    expect(screen.current()).toMatchObject({ data: { from: '2026-11-30' }, isPlaceholderData: false })
  })

  test.each([200, 409])('the agenda is refetched after each change, successful or refused (%i)', async (status) => {
    const server = mockServer()
    server.reply(getAgenda, {})
    for (const call of [setHours, rescheduleBooked, keepTime]) server.reply(call, { code: 'TAKEN' }, status)
    const screen = await renderHookWithQueries(() => ({
      shown: useAgenda('2026-11-23'),
      mutations: [useSetHours({ id: 'c' }, '2026-11-24'), useRescheduleBooked(), useReserveSlot()],
    }))
    for (const at of [0, 1, 2]) {
      await screen.act(({ mutations }) => mutations[at]?.mutate({} as never))
      expect(server.requestsTo(getAgenda)).toHaveLength(2 + at)
    }
  })
})

describe('free slots', () => {
  test('the slots belong to one day, clinician and product', async () => {
    const server = mockServer()
    const replyWith = ({ path, query }: { path: string; query: URLSearchParams }) => ({ of: `${path}?${query}` })
    server.reply(listRescheduleTimes, replyWith)
    server.reply(listDeskTimes, replyWith)
    const day = '2026-11-26'
    const next = '2026-11-27'
    const screen = await renderHookWithQueries(() => [
      useRescheduleTimes('one', day, 'k'),
      useRescheduleTimes('two', day, 'k'),
      useRescheduleTimes('one', next, 'k'),
      useRescheduleTimes('one', day, 'other'),
      useDeskTimes('one', day, ''),
      useDeskTimes('one', day, 'p'),
      useDeskTimes('two', day, 'p'),
      useDeskTimes('one', next, 'p'),
    ])
    const answers = screen.current().map(({ data }) => (data as { of?: string } | undefined)?.of)
    expect(new Set(answers).size).toBe(8)
    expect(server.requests).toHaveLength(8)
    expect(answers[3]).toMatch(/one.*\?(?=.*day=2026-11-26)(?=.*clinicianId=other)/)
    expect(answers[4]).not.toContain('productId')
    expect(answers[5]).toContain('productId=p')
  })

  test('no slots are fetched without a day, and the previous product’s slots stay as placeholders', async () => {
    const server = mockServer()
    server.reply(listDeskTimes, ({ query }) => ({ of: query.get('productId') }))
    let day = ''
    let product = 'p'
    const screen = await renderHookWithQueries(() => ({
      move: useRescheduleTimes('one', day, 'k'),
      free: useDeskTimes('one', day, product),
    }))
    expect(server.requests).toEqual([])
    day = '2026-11-26'
    await screen.rerender()
    server.reply(listDeskTimes, () => new Promise<object>(() => {}))
    product = 'q'
    await screen.rerender()
    expect(screen.current().free.data).toEqual({ of: 'p' })
  })
})

test('only a second submit after the warning about bookings confirms them', () => {
  const typed = { which: 'usual', hours: '', reason: ' Holiday ' } as const
  const conflict = new CallFailed(409, 'trace', { code: 'HAS_BOOKINGS' })
  expect(hoursInput(typed, conflict)).toEqual({ hours: null, weekly: false, anyway: true, reason: 'Holiday' })
  for (const other of [undefined, new Error('x'), { code: 'HAS_BOOKINGS' }, new CallFailed(409, '', { code: 'X' })])
    expect([hasBookings(other), hoursInput(typed, other).anyway]).toEqual([false, false])
  expect(hoursInput({ ...typed, which: 'day', hours: 'no hours' }, undefined)).toMatchObject({
    hours: [],
    weekly: false,
  })
  expect(hoursInput({ ...typed, which: 'weekly', hours: '' }, undefined).weekly).toBe(true)
})

test('an invalid slot is sent as empty values', () =>
  expect(rescheduleInput('c', { to: 'k', time: '', reason: ' x ' })).toMatchObject({
    startTime: '',
    endTime: '',
    reason: 'x',
  }))

test('hours are sent as time ranges', () =>
  expect(hoursInput({ which: 'day', hours: '09:00-13:00, 16:00-20:00', reason: 'x' }, undefined).hours).toEqual([
    { starts: '09:00', ends: '13:00' },
    { starts: '16:00', ends: '20:00' },
  ]))

test('a reserved slot is sent with the trimmed number and the product of the shown slots', () =>
  expect(
    reserveSlotInput({ who: 'd-1', phone: ' 600 000 001 ', time: '2026-11-26T09:00:00Z/2026-11-26T09:20:00Z' }, '101'),
  ).toMatchObject({ phone: '600 000 001', productId: '101', startTime: '2026-11-26T09:00:00Z' }))
