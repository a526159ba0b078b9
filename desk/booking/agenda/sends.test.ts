import { rescheduleBooked, setHours } from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useKeepTime, useRescheduleBooked, useSetHours } from './queries.ts'
import { changeOf, keepOf, rescheduleOf } from './wishes.ts'

const id = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'
const day = '2026-11-26'
const times = { startTime: '2026-11-26T09:00:00Z', endTime: '2026-11-26T09:20:00Z' }
const time = `${times.startTime}/${times.endTime}`
const booked = new CallFailed(409, '', { code: 'HAS_BOOKINGS' })
const hoursOf = (typed: Parameters<typeof changeOf>[0], refused?: unknown) => () =>
  given(() => useSetHours({ id }, day)).mutateAsync(changeOf(typed, refused))
const reason = 'A course all morning'

test.each([
  [
    'the hours of one day, on the clinician’s own clock',
    hoursOf({ which: 'day', hours: '09:00-13:00, 16:00-20:00', reason: ` ${reason} ` }),
    asks(setHours, {
      id,
      day,
      weekly: false,
      anyway: false,
      reason,
      hours: [
        { starts: '09:00', ends: '13:00' },
        { starts: '16:00', ends: '20:00' },
      ],
    }),
  ],
  [
    'the hours of every such weekday',
    hoursOf({ which: 'weekly', hours: '09:00-13:00', reason }),
    asks(setHours, { id, day, weekly: true, anyway: false, reason, hours: [{ starts: '09:00', ends: '13:00' }] }),
  ],
  [
    'a day without hours',
    hoursOf({ which: 'day', hours: '', reason }),
    asks(setHours, { id, day, weekly: false, anyway: false, reason, hours: [] }),
  ],
  [
    'the usual hours again, whatever stands in the field',
    hoursOf({ which: 'usual', hours: '09:00-13:00', reason }),
    asks(setHours, { id, day, weekly: false, anyway: false, reason, hours: null }),
  ],
  [
    'who was told what is booked saves it anyway',
    hoursOf({ which: 'day', hours: '', reason }, booked),
    asks(setHours, { id, day, weekly: false, anyway: true, reason, hours: [] }),
  ],
  [
    'another failure is no reason to do it anyway',
    hoursOf({ which: 'day', hours: '', reason }, new CallFailed(0, '', { code: 'OFFLINE' })),
    asks(setHours, { id, day, weekly: false, anyway: false, reason, hours: [] }),
  ],
  [
    'a consultation is moved to whom and when was chosen',
    () => given(useRescheduleBooked).mutateAsync(rescheduleOf(id, { to: other, time, reason: ` ${reason} ` })),
    asks(rescheduleBooked, { id, clinicianId: other, ...times, reason }),
  ],
  [
    'a time is kept for a number, of the product whose times are shown',
    () => given(useKeepTime).mutateAsync(keepOf({ who: id, phone: ' 600 000 001 ', time }, '101')),
    asks(keepTime, { id, phone: '600 000 001', productId: '101', ...times }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
