import { fullDate, monthYear, noonOf } from './format.ts'

/** "2019", "Abril de 2019" or "2 de abril de 2019", of what somebody remembers as exactly as that. */
export function partialDate(date: string): string {
  if (date.length === 4) return date
  return date.length === 7 ? monthYear(noonOf(`${date}-01`), 'UTC') : fullDate(date)
}
