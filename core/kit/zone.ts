/** Wall-clock time in a time zone: calendar day, time of day, ISO weekday (1 is Monday). */
export interface LocalTime {
  day: string
  time: string
  weekday: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** The wall-clock time in `timeZone` (IANA name) at a moment. */
export function localTime(timeZone: string, moment: Date | number): LocalTime {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) part[type] = value
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}`,
    weekday: WEEKDAYS.indexOf(part.weekday ?? '') + 1,
  }
}

/** The zone's UTC offset in minutes at a moment. */
export function offsetAt(timeZone: string, moment: number): number {
  const { day, time } = localTime(timeZone, moment)
  return (asIfUtc(day, time) - Math.floor(moment / MINUTE) * MINUTE) / MINUTE
}

/**
 * The first moment at which the zone's clocks show `time` ("HH:MM", up to "24:00") or later on that day. A time that
 * DST skips is the moment of the change; a repeated one is its first occurrence. So later times never give earlier
 * moments, and adjacent hours of a clinician never overlap.
 */
export function momentOf(timeZone: string, day: string, time: string): Date {
  const localAsUtc = asIfUtc(day, time)
  // The offset changes at most once in two days: one of the two around the moment applies.
  const offsets = [offsetAt(timeZone, localAsUtc - DAY), offsetAt(timeZone, localAsUtc + DAY)]
  const earliest = localAsUtc - Math.max(...offsets) * MINUTE
  const latest = localAsUtc - Math.min(...offsets) * MINUTE
  const toLocal = (moment: number) => moment + offsetAt(timeZone, moment) * MINUTE
  const exact = [earliest, latest].find((moment) => toLocal(moment) === localAsUtc)
  if (exact !== undefined) return new Date(exact)
  let before = earliest
  let after = latest
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
    if (toLocal(middle) < localAsUtc) before = middle
    else after = middle
  }
  return new Date(after)
}

/** The calendar day `count` days after `day`. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(asIfUtc(day, '00:00') + count * DAY).toISOString().slice(0, 10)

/** ISO weekday of a calendar day: 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(asIfUtc(day, '00:00')).getUTCDay() || 7

function asIfUtc(day: string, time: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return Date.UTC(year, month - 1, date, hour, minute)
}

/** Whether it names a place's time zone, such as Europe/Madrid. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Local spelling where the zone's name differs. */
const CITIES: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'São Paulo',
  'Atlantic/Canary': 'Canarias',
}

/** The city of a zone's name: "Madrid", "Rio Branco". */
export const cityOfZone = (timeZone: string): string =>
  CITIES[timeZone] ?? timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
