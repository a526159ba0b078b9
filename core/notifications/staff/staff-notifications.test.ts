import { expect, test } from 'vitest'
import { defaultStaffSettings, mustWait, StaffNotificationKind, staffChannelsFor } from './staff-notifications.ts'

test('only a near or missed start is sent in quiet hours', () => {
  const night = { from: '22:00', until: '08:00' }
  const waits = (time: string) => StaffNotificationKind.options.filter((kind) => mustWait(kind, night, time))
  expect(waits('22:00')).toEqual(['booked', 'moved', 'cancelled', 'passed-on'])
  expect(waits('08:00')).toEqual([])
})

test('a topic that is turned off uses no channel', () => {
  const choice = { ...defaultStaffSettings, topics: ['late'] } as const
  expect(staffChannelsFor('late', choice)).toEqual(['email', 'push', 'desk'])
  for (const kind of ['booked', 'moved', 'cancelled', 'passed-on', 'soon'] as const)
    expect(staffChannelsFor(kind, choice)).toEqual([])
})
