import { formatLongDay, formatRelativeDay, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "We open tomorrow at 08:00.", "We open on Monday, 30 November at 08:00." */
export function openingMessage(next: Date | string, timeZone: string, now: Date | number): string {
  const day = formatRelativeDay(next, timeZone, now)
  const near = day === formatLongDay(next, timeZone, now) ? 'no' : 'yes'
  return t('catalogue.product.opens', { near, day, time: formatTime(next, timeZone) })
}
