import type { Forecast } from '@cuida/core/care/queue/forecast-api.ts'
import { formatRelativeMoment, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** The specification's "less than 5 minutes" is said when that is what the line says; "between 0 and" is no range. */
export const waitMessage = ({ from, to }: { from: number; to: number }): string =>
  from === 0 ? t('catalogue.now.upTo', { to }) : t('catalogue.now.between', { from, to })

/** When care now would be, before it is paid for. */
export function forecastMessage({ wait, from }: Pick<Forecast, 'wait' | 'from'>, timeZone: string): string {
  if (wait) return waitMessage(wait)
  return from ? t('catalogue.now.from', { when: formatRelativeMoment(from, timeZone) }) : t('catalogue.now.nobody')
}

/** When the money goes back by itself if nobody has called. */
export const answerByMessage = (answerBy: string, timeZone: string): string =>
  t('catalogue.now.answerBy', { time: formatTime(answerBy, timeZone) })
