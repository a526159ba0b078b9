import { dateLocale } from '@cuida/core/kit/date-formats.ts'
import { formatDate, noonOf } from './format.ts'
import { currentLocale } from './messages.ts'

/** "2019", "abril de 2019" or "2 de abril de 2019": a date as precise as the patient remembers it. */
export function formatPartialDate(date: string): string {
  if (date.length === 4) return date
  if (date.length === 10) return formatDate(date)
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return noonOf(`${date}-01`).toLocaleDateString(dateLocale(currentLocale()), options)
}
