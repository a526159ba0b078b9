import { localTime } from '../../kit/zone.ts'
import type { Hours, Span } from '../calendar/slots.ts'

const STRETCH = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*(([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/**
 * Parses hours as staff type them, "09:00-14:00, 16:00-20:00"; empty text is a day off. undefined: the format is
 * wrong.
 */
export function parseHours(text: string): Hours[] | undefined {
  if (text.trim() === '') return []
  const parts = text.split(',').map((part) => STRETCH.exec(part.trim()))
  return parts.every((part) => part !== null)
    ? parts.map((part) => ({ starts: `${part[1]}:${part[2]}`, ends: part[3] ?? '' }))
    : undefined
}

export const hoursText = (hours: readonly Hours[]): string =>
  hours.map(({ starts, ends }) => `${starts.slice(0, 5)}–${ends.slice(0, 5)}`).join(', ')

/** Whether each period ends after it starts and the periods are in order without overlap. */
export const areInOrder = (hours: readonly Hours[]): boolean =>
  hours.every(({ starts, ends }, at) => starts < ends && (at === 0 || (hours[at - 1]?.ends ?? '') <= starts))

/** Appointments of one day that the new hours would not cover. They stay booked until staff decide. */
export function findOutsideHours<S extends Span>(booked: readonly S[], hours: readonly Hours[], timeZone: string): S[] {
  return booked.filter(({ start, end }) => {
    const from = localTime(timeZone, start).time
    const until = localTime(timeZone, end).time
    // An appointment that ends at midnight ends at 24:00 of its day.
    const last = until === '00:00' ? '24:00' : until
    return !hours.some(({ starts, ends }) => starts.slice(0, 5) <= from && last <= ends.slice(0, 5))
  })
}
