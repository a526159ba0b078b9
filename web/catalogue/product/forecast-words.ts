import type { Forecast } from '@cuida/core/care/queue/forecast-api.ts'
import { clockTime, momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'

/** The specification's "less than 5 minutes" is said when that is what the line says; "between 0 and" is no range. */
export const waitWords = ({ from, to }: { from: number; to: number }): string =>
  from === 0 ? t('catalogue.now.upTo', { to }) : t('catalogue.now.between', { from, to })

/** When care now would be, before it is paid for. */
export function forecastWords({ wait, from }: Pick<Forecast, 'wait' | 'from'>, timeZone: string): string {
  if (wait) return waitWords(wait)
  return from ? t('catalogue.now.from', { when: momentWords(from, timeZone) }) : t('catalogue.now.nobody')
}

/** When the money goes back by itself if nobody has called. */
export const answerByWords = (answerBy: string, timeZone: string): string =>
  t('catalogue.now.answerBy', { time: clockTime(answerBy, timeZone) })
