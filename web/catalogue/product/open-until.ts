import type { Clinic } from '@cuida/core/catalogue/hours.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { dayAfter, localTime, weekdayOf } from '@cuida/core/kit/zone.ts'

export type WorkingHours = ProductSummary['workingHours'][number]

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/**
 * The clock time at which the running stretch of hours ends ("20:00"); undefined when it is closed now, and when it
 * never closes: nobody needs to hurry then.
 */
export function openUntil(
  hours: readonly WorkingHours[],
  { timeZone, holidays }: Clinic,
  now: Date,
): string | undefined {
  const { day, time } = localTime(timeZone, now)
  const isHoliday = (date: string) => holidays.some((holiday) => holiday.day === date)
  const on = (date: string) =>
    hours.flatMap(({ day: name, closed, startTime, endTime }) =>
      name === WEEKDAYS[weekdayOf(date) - 1] && !isHoliday(date) && !closed && startTime && endTime
        ? [{ opens: startTime.slice(0, 5), closes: endTime.slice(0, 5) }]
        : [],
    )
  const pastMidnight = ({ opens, closes }: { opens: string; closes: string }) => closes <= opens
  const running =
    on(day).find((each) => each.opens <= time && (time < each.closes || pastMidnight(each))) ??
    on(dayAfter(day, -1)).find((each) => pastMidnight(each) && time < each.closes)
  return running?.closes === '00:00' && opensAtMidnight(on(dayAfter(day))) ? undefined : running?.closes
}

const opensAtMidnight = (stretches: { opens: string }[]): boolean => stretches.some(({ opens }) => opens === '00:00')
