import { beforeEach, expect, test, vi } from 'vitest'
import { addToCalendar } from './native.ts'

const phone = vi.hoisted(() => ({ may: vi.fn(), create: vi.fn(), give: vi.fn(async () => {}) }))
vi.mock('@ebarooni/capacitor-calendar', () => ({
  CapacitorCalendar: { requestWriteOnlyCalendarAccess: phone.may, createEventWithPrompt: phone.create },
}))
vi.mock('./native-files.ts', () => ({ shareFile: phone.give }))
beforeEach(() => {
  vi.clearAllMocks()
  phone.may.mockResolvedValue({ result: 'granted' })
  phone.create.mockResolvedValue({})
})

const start = new Date('2026-11-26T15:00:00Z')
const end = new Date('2026-11-26T15:20:00Z')
const entry = {
  id: 'c-1',
  title: 'Visit',
  start,
  end,
  description: 'By video',
  url: 'https://app.test/c',
  madeAt: start,
  sequence: 0,
  status: 'CONFIRMED',
} as never
const expectedEvent = {
  title: 'Visit',
  startDate: start.getTime(),
  endDate: end.getTime(),
  description: 'By video',
  url: 'https://app.test/c',
}

test.each([
  ['android', 0],
  ['ios', 1],
] as const)('an entry opens in the calendar of %s, which asks for %i permission', async (os, permissionCount) => {
  await addToCalendar(entry, os)
  expect(phone.create.mock.calls).toEqual([[expectedEvent]])
  expect([phone.may.mock.calls.length, phone.give.mock.calls.length]).toEqual([permissionCount, 0])
})

test.each([
  ['permission is denied', () => phone.may.mockResolvedValue({ result: 'denied' })],
  ['no calendar responds', () => phone.create.mockRejectedValue(new Error('no calendar'))],
  ['the permission request fails', () => phone.may.mockRejectedValue(new Error('x'))],
])('where %s the entry is shared as a file', async (_, how) => {
  how()
  await addToCalendar(entry, 'ios')
  expect(phone.give).toHaveBeenCalledOnce()
  const [file, name] = phone.give.mock.calls[0] as unknown as [Blob, string]
  expect([file.type, name, await file.text()]).toEqual([
    'text/calendar',
    'cuida.ics',
    expect.stringContaining('SUMMARY:Visit'),
  ])
})
