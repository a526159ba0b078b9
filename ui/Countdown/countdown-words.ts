import { currentLocale } from '../words/words.ts'

const DAY_S = 86_400
const spoken = (amount: number, unit: 'day' | 'hour' | 'minute' | 'second'): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
const listed = (parts: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(parts)

/** "07:42"; an hour or more is "1:07:42", and a day or more has its days in words: "3 días y 14:07:42". */
export function countdownText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const [days, hours] = [Math.floor(left / DAY_S), Math.floor(left / 3_600) % 24]
  const pad = (part: number) => String(part).padStart(2, '0')
  const minutesSeconds = `${pad(Math.floor(left / 60) % 60)}:${pad(left % 60)}`
  if (days > 0) return listed([spoken(days, 'day'), `${pad(hours)}:${minutesSeconds}`])
  return hours > 0 ? `${hours}:${minutesSeconds}` : minutesSeconds
}

/** "1 minuto y 45 segundos", for people who listen: the two largest parts of it. */
export function countdownWords(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const parts = [
    [Math.floor(left / DAY_S), 'day'],
    [Math.floor(left / 3_600) % 24, 'hour'],
    [Math.floor(left / 60) % 60, 'minute'],
    [left % 60, 'second'],
  ] as const
  const first = parts.findIndex(([amount]) => amount > 0)
  const said = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([amount]) => amount > 0)
  return listed(said.map(([amount, unit]) => spoken(amount, unit)))
}
