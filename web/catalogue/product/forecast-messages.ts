import type { Forecast } from '@cuida/core/care/queue/forecast-api.ts'
import { formatRelativeMoment, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "less than 5 minutes" instead of "between 0 and 5", with the forecast's own number. */
export const waitMessage = ({ from, to }: { from: number; to: number }): string =>
  from === 0 ? t('catalogue.now.upTo', { to }) : t('catalogue.now.between', { from, to })

/** When on-demand care would start, shown before payment. */
export function forecastMessage({ wait, from }: Pick<Forecast, 'wait' | 'from'>, timeZone: string): string {
  if (wait) return waitMessage(wait)
  return from ? t('catalogue.now.from', { when: formatRelativeMoment(from, timeZone) }) : t('catalogue.now.nobody')
}

/** When the payment is refunded automatically without a call. */
export const answerByMessage = (answerBy: string, timeZone: string): string =>
  t('catalogue.now.answerBy', { time: formatTime(answerBy, timeZone) })
