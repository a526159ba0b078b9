import { parseHours } from '@cuida/core/booking/agenda/agenda.ts'
import type { rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import type { keepTime } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { HoursChange } from './queries.ts'

/** The hours of one day, of that weekday every week, or the usual hours again. */
export type HoursScope = 'day' | 'weekly' | 'usual'

export const hasBookings = (failure: unknown): boolean =>
  failure instanceof CallFailed && failure.code === 'HAS_BOOKINGS'

/**
 * `refused` is the failure of the last attempt: saving again after the warning about bookings outside the hours
 * confirms them.
 */
export const hoursInput = (
  typed: { which: HoursScope; hours: string; reason: string },
  refused: unknown,
): HoursChange => ({
  hours: typed.which === 'usual' ? null : (parseHours(typed.hours) ?? []),
  weekly: typed.which === 'weekly',
  anyway: hasBookings(refused),
  reason: typed.reason.trim(),
})

/** Splits the value of a chosen slot into its start and end. */
export function splitSlot(slotValue: string): { startTime: string; endTime: string } {
  const [startTime = '', endTime = ''] = slotValue.split('/')
  return { startTime, endTime }
}

export const rescheduleInput = (
  consultationId: string,
  { to, time, reason }: { to: string; time: string; reason: string },
): Input<typeof rescheduleBooked> => ({
  id: consultationId,
  clinicianId: to,
  ...splitSlot(time),
  reason: reason.trim(),
})

/** `productId` is the product of the shown slots; undefined while none show. */
export const reserveSlotInput = (
  { who, phone, time }: { who: string; phone: string; time: string },
  productId: string | null | undefined,
): Input<typeof keepTime> => ({ id: who, phone: phone.trim(), productId: productId ?? '', ...splitSlot(time) })
