import { localTime } from '../../kit/zone.ts'
import type { Hours, Span } from '../calendar/slots.ts'

const STRETCH = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*(([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** Hours as staff write them, "09:00-14:00, 16:00-20:00"; nothing is a day off. undefined: that is not how they are written. */
export function parseHours(text: string): Hours[] | undefined {
  if (text.trim() === '') return []
  const parts = text.split(',').map((part) => STRETCH.exec(part.trim()))
  return parts.every((part) => part !== null)
    ? parts.map((part) => ({ starts: `${part[1]}:${part[2]}`, ends: part[3] ?? '' }))
    : undefined
}

export const hoursText = (hours: readonly Hours[]): string =>
  hours.map(({ starts, ends }) => `${starts.slice(0, 5)}–${ends.slice(0, 5)}`).join(', ')

/** Whether each stretch ends after it starts and none begins before the one before it has ended. */
export const areInOrder = (hours: readonly Hours[]): boolean =>
  hours.every(({ starts, ends }, at) => starts < ends && (at === 0 || (hours[at - 1]?.ends ?? '') <= starts))

/** The booked times of one day that would no longer lie inside its hours. They stay booked: somebody has to decide. */
export function leftOutside<S extends Span>(booked: readonly S[], hours: readonly Hours[], timeZone: string): S[] {
  return booked.filter(({ start, end }) => {
    const from = localTime(timeZone, start).time
    const until = localTime(timeZone, end).time
    // One that ends at midnight ends at 24:00 of its day.
    const last = until === '00:00' ? '24:00' : until
    return !hours.some(({ starts, ends }) => starts.slice(0, 5) <= from && last <= ends.slice(0, 5))
  })
}
