import { formatMinutes } from '../i18n/format.ts'
import { currentLocale } from '../i18n/messages.ts'

const DAY_S = 86_400
/** Seconds show only in the last two minutes: earlier they would hurry people and look like a time of day. */
const LAST_S = 120
const formatUnit = (amount: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
const whole = (seconds: number): number => Math.max(0, Math.ceil(seconds))

/** "3 días", "1 h 20 min", "52 min", and "1:45" at the end, rounded down. */
export function formatCountdown(seconds: number): string {
  const secondsLeft = whole(seconds)
  if (secondsLeft <= LAST_S) return `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return secondsLeft < DAY_S ? formatMinutes(secondsLeft / 60) : formatUnit(Math.floor(secondsLeft / DAY_S), 'day')
}

/** "1 minuto y 45 segundos", for screen readers: the two largest units. */
export function formatSpokenCountdown(seconds: number): string {
  const secondsLeft = whole(seconds)
  const amounts = [
    [Math.floor(secondsLeft / DAY_S), 'day'],
    [Math.floor(secondsLeft / 3_600) % 24, 'hour'],
    [Math.floor(secondsLeft / 60) % 60, 'minute'],
    [secondsLeft > LAST_S ? 0 : secondsLeft % 60, 'second'],
  ] as const
  const first = amounts.findIndex(([amount]) => amount > 0)
  const visibleAmounts =
    first < 0 ? amounts.slice(-1) : amounts.slice(first, first + 2).filter(([amount]) => amount > 0)
  return new Intl.ListFormat(currentLocale()).format(visibleAmounts.map(([amount, unit]) => formatUnit(amount, unit)))
}
