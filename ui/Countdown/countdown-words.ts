import { durationMinutes } from '../words/format.ts'
import { currentLocale } from '../words/words.ts'

const DAY_S = 86_400
/** Seconds are told in the last two minutes alone: before them they hurry people, and look like an hour of the day. */
const LAST_S = 120
const spoken = (amount: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
const whole = (seconds: number): number => Math.max(0, Math.ceil(seconds))

/** "3 días", "1 h 20 min", "52 min", and "1:45" at the end; what has not passed in full is not promised. */
export function countdownText(seconds: number): string {
  const left = whole(seconds)
  if (left <= LAST_S) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return left < DAY_S ? durationMinutes(left / 60) : spoken(Math.floor(left / DAY_S), 'day')
}

/** "1 minuto y 45 segundos", for people who listen: the two largest parts of it. */
export function countdownWords(seconds: number): string {
  const left = whole(seconds)
  const parts = [
    [Math.floor(left / DAY_S), 'day'],
    [Math.floor(left / 3_600) % 24, 'hour'],
    [Math.floor(left / 60) % 60, 'minute'],
    [left > LAST_S ? 0 : left % 60, 'second'],
  ] as const
  const first = parts.findIndex(([amount]) => amount > 0)
  const said = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([amount]) => amount > 0)
  return new Intl.ListFormat(currentLocale()).format(said.map(([amount, unit]) => spoken(amount, unit)))
}
