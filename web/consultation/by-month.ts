import { formatMonth } from '@cuida/ui/i18n/format.ts'

interface Dated {
  startTime: string | null
  createdAt: string
}
export interface Month<C> {
  month: string
  consultations: C[]
}

/** B2.21: grouped by month in the partner's time zone, of the start, or of the creation when there is no start. */
export function byMonth<C extends Dated>(
  consultations: readonly C[],
  order: 'soonest' | 'latest',
  timeZone: string,
): Month<C>[] {
  const at = (consultation: C) => Date.parse(consultation.startTime ?? consultation.createdAt)
  const sign = order === 'soonest' ? 1 : -1
  const months: Month<C>[] = []
  for (const consultation of [...consultations].sort((a, b) => sign * (at(a) - at(b)))) {
    const month = formatMonth(at(consultation), timeZone)
    const last = months.at(-1)
    if (last?.month === month) last.consultations.push(consultation)
    else months.push({ month, consultations: [consultation] })
  }
  return months
}
