import { clockTime, dayWords, longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'

/** "We open tomorrow at 08:00.", "We open on Monday, 30 November at 08:00." */
export function openingWords(next: Date | string, timeZone: string, now: Date | number): string {
  const day = dayWords(next, timeZone, now)
  const near = day === longDay(next, timeZone, now) ? 'no' : 'yes'
  return t('catalogue.product.opens', { near, day, time: clockTime(next, timeZone) })
}
