import { dateLocale } from '@cuida/core/kit/date-formats.ts'
import { fullDate, noonOf } from './format.ts'
import { currentLocale } from './words.ts'

/** "2019", "abril de 2019" or "2 de abril de 2019", of what somebody remembers as exactly as that. */
export function partialDate(date: string): string {
  if (date.length === 4) return date
  if (date.length === 10) return fullDate(date)
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return noonOf(`${date}-01`).toLocaleDateString(dateLocale(currentLocale()), options)
}
