import { parseHours } from '@cuida/core/booking/agenda/agenda.ts'
import type { rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import type { keepTime } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Change } from './queries.ts'

/** The hours of one day, of every such weekday, or the usual ones again. */
export type Which = 'day' | 'weekly' | 'usual'

export const hasBookings = (failure: unknown): boolean =>
  failure instanceof CallFailed && failure.code === 'HAS_BOOKINGS'

/** `refused`: how the last try was. Who has just been told what is booked outside of them, and saves again, means it. */
export const changeOf = (typed: { which: Which; hours: string; reason: string }, refused: unknown): Change => ({
  hours: typed.which === 'usual' ? null : (parseHours(typed.hours) ?? []),
  weekly: typed.which === 'weekly',
  anyway: hasBookings(refused),
  reason: typed.reason.trim(),
})

/** A time as it is chosen from a list: its beginning and its end. */
export function timesOf(chosen: string): { startTime: string; endTime: string } {
  const [startTime = '', endTime = ''] = chosen.split('/')
  return { startTime, endTime }
}

export const rescheduleOf = (
  consultationId: string,
  { to, time, reason }: { to: string; time: string; reason: string },
): Input<typeof rescheduleBooked> => ({ id: consultationId, clinicianId: to, ...timesOf(time), reason: reason.trim() })

/** `productId`: of which the shown times are; nothing as long as none are shown. */
export const keepOf = (
  { who, phone, time }: { who: string; phone: string; time: string },
  productId: string | null | undefined,
): Input<typeof keepTime> => ({ id: who, phone: phone.trim(), productId: productId ?? '', ...timesOf(time) })
